import { describe, expect, test } from 'vitest';
import { isPublicAddress } from './address.ts';
import { createGuard, EgressRefusal } from './guard.ts';

describe('addresses that are not the public internet', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '5f00::1',
    '',
    'localhost',
    '0x7f000001',
    '2130706433',
    '127.1',
    '0177.0.0.1',
    '1.2.3.4.5',
    '8.8.8.8/8',
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '172.15.0.1',
    '172.32.0.1',
    '2606:4700::1111',
    '2a00:1450:4001::200e',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('the guard', () => {
  const records: Record<string, string[]> = {
    'www.tiktok.com': ['8.8.8.8', '2606:4700::1111'],
    'rebound.tiktok.com': ['8.8.8.8', '127.0.0.1'],
    'inside.tiktok.com': ['10.0.0.1'],
    'mapped.tiktok.com': ['::ffff:169.254.169.254'],
  };
  const guard = createGuard({ allowedHosts: ['tiktok.com', 't.co'], resolve: async (host) => records[host] ?? [] });
  const reasonOf = (host: string, port = 443) =>
    guard(host, port).then(
      () => 'let through',
      (error: unknown) => (error instanceof EgressRefusal ? error.reason : error),
    );

  test('lets a served name through to the addresses that it judged', async () => {
    expect(await guard('WWW.TikTok.com.', 443)).toEqual({
      host: 'www.tiktok.com',
      addresses: ['8.8.8.8', '2606:4700::1111'],
      port: 443,
    });
  });

  test.each([
    ['evil.example', 'host'],
    ['tiktok.com.evil.example', 'host'],
    ['nottiktok.com', 'host'],
    ['tiktok.co', 'host'],
    ['xt.co', 'host'],
    ['', 'host'],
    ['localhost', 'host'],
    ['a b.tiktok.com', 'host'],
    ['a_b.tiktok.com', 'host'],
    ['..tiktok.com', 'host'],
    ['-.tiktok.com', 'host'],
    ['www.tiktok.com\r\nhost: x', 'ip-literal'],
    ['www.tiktok.com\r\nhost', 'host'],
    ['www.tiktok.com/..', 'host'],
    ['user@www.tiktok.com', 'host'],
    [`${'a'.repeat(250)}.tiktok.com`, 'host'],
    ['127.0.0.1', 'ip-literal'],
    ['8.8.8.8', 'ip-literal'],
    ['2130706433', 'ip-literal'],
    ['0x7f000001', 'ip-literal'],
    ['0x7f.0.0.0x1', 'ip-literal'],
    ['0177.0.0.01', 'ip-literal'],
    ['127.1', 'ip-literal'],
    ['[::1]', 'ip-literal'],
    ['::1', 'ip-literal'],
    ['fe80::1%eth0', 'ip-literal'],
    ['127.0.0.1.', 'ip-literal'],
    ['rebound.tiktok.com', 'private-address'],
    ['inside.tiktok.com', 'private-address'],
    ['mapped.tiktok.com', 'private-address'],
    ['gone.tiktok.com', 'dns'],
  ])('refuses %j', async (host, reason) => {
    expect(await reasonOf(host)).toBe(reason);
  });

  test.each([0, 21, 22, 25, 8080, 8443, 65_536, Number.NaN])('refuses port %s', async (port) => {
    expect(await reasonOf('www.tiktok.com', port)).toBe('port');
  });

  test('judges anew for each connection: a name that turns inside is refused then', async () => {
    let answer = ['8.8.8.8'];
    const turning = createGuard({ allowedHosts: ['tiktok.com'], resolve: async () => answer });
    expect((await turning('www.tiktok.com', 443)).addresses).toEqual(['8.8.8.8']);
    answer = ['127.0.0.1'];
    await expect(turning('www.tiktok.com', 443)).rejects.toThrow('private-address');
  });

  test('with a replica, served names lead to this machine and others still nowhere', async () => {
    const mapped = createGuard({ allowedHosts: ['tiktok.com'], replica: { tlsPort: 1234, httpPort: 5678 } });
    expect(await mapped('www.tiktok.com', 443)).toMatchObject({ addresses: ['127.0.0.1'], port: 1234 });
    expect(await mapped('www.tiktok.com', 80)).toMatchObject({ addresses: ['127.0.0.1'], port: 5678 });
    await expect(mapped('evil.example', 443)).rejects.toThrow('host');
    await expect(mapped('127.0.0.1', 443)).rejects.toThrow('ip-literal');
  });
});
