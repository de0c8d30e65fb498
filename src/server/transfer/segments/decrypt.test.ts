import { createCipheriv } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptSegment } from './decrypt.ts';
import { failureOf } from './fixtures/failure-of.ts';

// NIST SP 800-38A, F.2.1: CBC-AES128.Encrypt
const KEY = Buffer.from('2b7e151628aed2a6abf7158809cf4f3c', 'hex');
const IV = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
const PLAIN = Buffer.from(
  '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710',
  'hex',
);
const ENCRYPTED =
  '7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b273bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7';

function encrypt(plain: Buffer, { padded = true } = {}): Buffer {
  const cipher = createCipheriv('aes-128-cbc', KEY, IV).setAutoPadding(padded);
  return Buffer.concat([cipher.update(plain), cipher.final()]);
}

test("opens the standard's example", () => {
  const encrypted = encrypt(PLAIN);
  expect(encrypted.toString('hex').slice(0, ENCRYPTED.length)).toBe(ENCRYPTED);
  expect(decryptSegment(encrypted, KEY, IV)).toEqual(PLAIN);
});

test.each([0, 1, 15, 16, 17, 188 * 7])('gives back %i bytes', (length) => {
  const plain = Buffer.alloc(length, 0x47);
  expect(decryptSegment(encrypt(plain), KEY, new Uint8Array(IV))).toEqual(plain);
});

test.each([
  ['padding that is too long', Buffer.alloc(32, 17)],
  ['no padding', Buffer.alloc(32, 0)],
  ['padding of unlike bytes', Buffer.from([...Buffer.alloc(29), 1, 2, 3])],
])('%s is damage', (_, plain) => {
  expect(failureOf(() => decryptSegment(encrypt(plain, { padded: false }), KEY, IV))).toBe('media_damaged');
});

test.each([
  ['no bytes', Buffer.alloc(0), KEY, IV],
  ['a segment that was cut', encrypt(PLAIN).subarray(0, -1), KEY, IV],
  ['a segment that lacks its last block', encrypt(PLAIN).subarray(0, -16), KEY, IV],
  ['a key that is a page', encrypt(PLAIN), Buffer.from('<html>Sign in</html>'), IV],
  ['a key of another length', encrypt(PLAIN), Buffer.alloc(32), IV],
  ['an IV of another length', encrypt(PLAIN), KEY, IV.subarray(8)],
])('%s is damage', (_, bytes, key, iv) => {
  expect(failureOf(() => decryptSegment(bytes, key, iv))).toBe('media_damaged');
});
