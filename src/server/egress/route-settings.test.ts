import { describe, expect, test } from 'vitest';
import { plainAddress, randomAddressOf } from './prefix.ts';
import { isOfPrefix, readRoute } from './route-settings.ts';

describe('a route in the settings', () => {
  test.each([
    ['home=direct', { name: 'home', kind: 'direct' }],
    [
      'eu=http://user:p%40ss%2Cword@proxy.example:3128',
      {
        name: 'eu',
        kind: 'http',
        host: 'proxy.example',
        port: 3128,
        credentials: { user: 'user', password: 'p@ss,word' },
        resolvesNames: false,
      },
    ],
    [
      'box=socks5://10.0.0.5',
      { name: 'box', kind: 'socks5', host: '10.0.0.5', port: 1080, credentials: null, resolvesNames: false },
    ],
    [
      'far=socks5h://[2001:db8::1]:9050/',
      { name: 'far', kind: 'socks5', host: '2001:db8::1', port: 9050, credentials: null, resolvesNames: true },
    ],
    [
      'names=http://proxy.example:8080?dns=remote',
      { name: 'names', kind: 'http', host: 'proxy.example', port: 8080, credentials: null, resolvesNames: true },
    ],
    ['six=2001:DB8:1::/64', { name: 'six', kind: 'prefix', network: '2001:db8:1::', bits: 64 }],
    ['four=192.0.2.0/24', { name: 'four', kind: 'prefix', network: '192.0.2.0', bits: 24 }],
  ])('%s', (text, setting) => {
    expect(readRoute(text)).toEqual(setting);
  });

  test.each([
    'direct',
    'Home=direct',
    'a b=direct',
    'x=',
    'x=proxy.example:80',
    'x=ftp://proxy.example',
    'x=https://proxy.example',
    'x=http://proxy.example/path',
    'x=socks5://proxy.example?dns=maybe',
    'x=socks5://%zz@proxy.example',
    'x=2001:db8::/129',
    'x=192.0.2.0/33',
    'x=300.0.2.0/24',
  ])('that cannot be understood is none: %s', (text) => {
    expect(readRoute(text)).toBeNull();
  });
});

describe('an address of a network', () => {
  const six = { network: '2001:db8:1::', bits: 64 };
  const bytesOf = (value: number) => (length: number) => Buffer.alloc(length, value);

  test('has its network, and a host of its own', () => {
    expect(randomAddressOf(six, bytesOf(0xab))).toBe('2001:db8:1:0:abab:abab:abab:abab');
    expect(randomAddressOf({ network: '198.51.100.77', bits: 26 }, bytesOf(0xff))).toBe('198.51.100.126');
    const many = Array.from({ length: 50 }, () => randomAddressOf(six));
    expect(new Set(many).size).toBe(50);
    for (const address of many) expect(isOfPrefix({ ...six, ...six }, address)).toBe(true);
  });

  test('is never the network’s own, where there is a choice', () => {
    expect(randomAddressOf(six, bytesOf(0))).toBe('2001:db8:1:0:0:0:0:1');
    expect(randomAddressOf({ network: '198.51.100.0', bits: 24 }, bytesOf(0))).toBe('198.51.100.1');
    expect(randomAddressOf({ network: '::1', bits: 128 }, bytesOf(0xff))).toBe('0:0:0:0:0:0:0:1');
    expect(randomAddressOf({ network: '198.51.100.7', bits: 32 }, bytesOf(0))).toBe('198.51.100.7');
  });

  test('is told apart from those of others', () => {
    expect(isOfPrefix(six, '2001:db8:1::7')).toBe(true);
    for (const address of ['2001:db8:2::7', '198.51.100.7', 'x', '']) expect(isOfPrefix(six, address)).toBe(false);
  });

  test('is written in one way', () => {
    expect(plainAddress('2001:db8::7')).toBe('2001:db8:0:0:0:0:0:7');
    expect(plainAddress('::ffff:198.51.100.7')).toBe('0:0:0:0:0:ffff:c633:6407');
    expect(plainAddress('198.51.100.7')).toBe('198.51.100.7');
    for (const text of ['', 'x', 'fe80::1%eth0', '1.2.3']) expect(plainAddress(text)).toBeNull();
  });
});
