import { describe, expect, test } from 'vitest';
import { networkOf } from './network.ts';

describe('the network of an address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:aabb:1:2:3:4', '2001:db8:1:aa00::/56'],
    ['2001:db8:1:aaff:ffff::', '2001:db8:1:aa00::/56'],
    ['2001:db8:1:ab00::', '2001:db8:1:ab00::/56'],
    ['2001:db8::1', '2001:db8::/56'],
    ['2001:0DB8:0:00FF::', '2001:db8::/56'],
    ['::1', '::/56'],
    ['::', '::/56'],
    ['fe80::1%eth0', 'fe80::/56'],
    ['1::2:0:0:3', '1::/56'],
    ['64:ff9b::1.2.3.4', '64:ff9b::/56'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test('what is no address is refused', () => {
    expect(() => networkOf('example.com')).toThrow(RangeError);
  });
});
