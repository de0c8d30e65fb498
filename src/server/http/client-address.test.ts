import { describe, expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

const PEER = '10.0.0.9';

describe('the address of a client', () => {
  test.each<[string, number, string | null, string | null]>([
    ['no trusted proxy: the header is not read', 0, '203.0.113.7', PEER],
    ['one proxy', 1, '203.0.113.7', '203.0.113.7'],
    ['one proxy, and what the visitor wrote before it', 1, '127.0.0.1, 8.8.8.8,203.0.113.7', '203.0.113.7'],
    ['two proxies', 2, '8.8.8.8, 203.0.113.7, 10.0.0.8', '203.0.113.7'],
    ['fewer entries than proxies: the request came another way', 2, '8.8.8.8', PEER],
    ['no header', 1, null, PEER],
    ['an empty header', 1, '', PEER],
    ['an empty entry is an entry', 2, '8.8.8.8, , 10.0.0.8', PEER],
    ['nothing but commas', 1, ',,,', PEER],
    ['garbage at the place', 1, '203.0.113.7, unknown', PEER],
    ['garbage of the visitor before it', 1, '<script>, , 203.0.113.7', '203.0.113.7'],
    ['a port', 1, '203.0.113.7:567', '203.0.113.7'],
    ['IPv6', 1, '2001:DB8:0:0::1', '2001:db8::1'],
    ['IPv6 in brackets', 1, '[2001:db8::1]', '2001:db8::1'],
    ['IPv6 with a port', 1, '[2001:db8::1]:8', '2001:db8::1'],
    ['an IPv6 address whose end looks like a port', 1, '2001:db8::8080', '2001:db8::8080'],
    ['mapped IPv4', 1, '::ffff:203.0.113.7', '203.0.113.7'],
    ['mapped IPv4 in hexadecimal', 1, '[0:0:0:0:0:FFFF:cb00:7107]:1', '203.0.113.7'],
    ['a zone', 1, 'fe80::1%eth0', 'fe80::1'],
    ['a zone with rubbish', 1, 'fe80::1%a%b', PEER],
    ['leading zeros, which some read as octal', 1, '0203.0.113.007', PEER],
    ['a number', 1, '3405803783', PEER],
    ['a host name', 1, 'localhost', PEER],
    ['an open bracket', 1, '[2001:db8::1', PEER],
    ['an endless header', 1, `${'1.1.1.1,'.repeat(10_000)}203.0.113.7`, '203.0.113.7'],
  ])('%s', (_, trustedHops, forwardedFor, expected) => {
    expect(clientAddress({ remoteAddress: PEER, forwardedFor, trustedHops })).toBe(expected);
  });

  test.each([
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['fe80::1%2', 'fe80::1'],
    [undefined, null],
    ['', null],
  ])('a peer %s is %s', (remoteAddress, expected) => {
    expect(clientAddress({ remoteAddress, forwardedFor: null, trustedHops: 0 })).toBe(expected);
    expect(clientAddress({ remoteAddress, forwardedFor: 'garbage', trustedHops: 1 })).toBe(expected);
  });
});
