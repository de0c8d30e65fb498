import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { Network, NewApiKey } from './api-key.ts';

describe('the network of a key', () => {
  test.each(['203.0.113.7', '203.0.113.0/24', '0.0.0.0/0', '2001:db8::1', '2001:db8::/32', '::/0', '10.0.0.0/32'])(
    '%s is one',
    (text) => expect(v.is(Network, text)).toBe(true),
  );
  test.each([
    '',
    'localhost',
    '203.0.113.7/33',
    '2001:db8::/129',
    '203.0.113',
    '1.2.3.4/',
    '1.2.3.4/-1',
    '1.2.3.4/8/8',
  ])('%s is none', (text) => expect(v.is(Network, text)).toBe(false));
});

describe('a key that is asked for', () => {
  const plain = { name: ' my key ', scopes: { platforms: null, networks: null, actions: ['read'] }, expiresAt: null };

  test('needs a name and something that it may do', () => {
    expect(v.parse(NewApiKey, plain)).toMatchObject({ name: 'my key', limits: {}, hasWebhooks: false });
    expect(v.is(NewApiKey, { ...plain, name: ' ' })).toBe(false);
    expect(v.is(NewApiKey, { ...plain, scopes: { ...plain.scopes, actions: [] } })).toBe(false);
    expect(v.is(NewApiKey, { ...plain, scopes: { ...plain.scopes, platforms: [] } })).toBe(false);
  });

  test.each<[string | null, boolean]>([
    [null, true],
    ['2030-01-01T00:00:00Z', true],
    ['2030-01-01T00:00:00.123+02:00', true],
    ['9999-12-31T23:59:59.999Z', true],
    // A time of the year 10000, and one that is none.
    ['9999-12-31T23:59:59-23:59', false],
    ['2030-01-01T00:00:00+15', false],
    ['2030', false],
    ['tomorrow', false],
  ])('ends at a time that there is, or never: %s', (expiresAt, isOne) => {
    expect(v.is(NewApiKey, { ...plain, expiresAt })).toBe(isOne);
  });

  test('may leave limits out, and cannot have them below nothing or in parts', () => {
    expect(v.is(NewApiKey, { ...plain, limits: { downloads: 0 } })).toBe(true);
    for (const downloads of [-1, 1.5, 1e9, '3'])
      expect(v.is(NewApiKey, { ...plain, limits: { downloads } })).toBe(false);
  });
});
