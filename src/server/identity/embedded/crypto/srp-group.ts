import { createHash, DiffieHellman, getDiffieHellman } from 'node:crypto';

/** RFC 3526, group 15: 3072 bits, and the generator that Amazon Cognito uses with it. */
const GROUP = getDiffieHellman('modp15');
/** Bytes of the group's numbers, verifiers among them. */
export const GROUP_BYTES = 384;
export const N = numberOf(GROUP.getPrime());
export const G = 2n;
/** The multiplier of SRP-6a. */
export const K = numberOf(hashOf(Buffer.concat([paddedBytes(N), paddedBytes(G)])));

/**
 * OpenSSL's modular exponentiation, in a millisecond; BigInt's takes thirty, in which nobody else is answered. A named group takes
 * private keys as any other does, though Node lists no method for it; the same group given by its prime is tested for 2.5 s first.
 */
export function power(base: bigint, exponent: Buffer): bigint {
  const bytes = Buffer.from(base.toString(16).padStart(2 * GROUP_BYTES, '0'), 'hex');
  DiffieHellman.prototype.setPrivateKey.call(GROUP, exponent);
  return numberOf(GROUP.computeSecret(bytes));
}

export function toNumber(hex: string): bigint {
  return BigInt(`0x${hex}`);
}

export function numberOf(bytes: Buffer): bigint {
  return toNumber(bytes.toString('hex'));
}

/** As Java's BigInteger.toByteArray does: whole bytes, with a zero in front where the first bit would be a sign. */
export function paddedBytes(number: bigint): Buffer {
  const hex = number.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
}

export function hashOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
