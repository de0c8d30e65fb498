import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { G, hashOf, K, N, numberOf, paddedBytes, power, toNumber } from './srp-group.ts';

/** Salt and verifier of a password, hexadecimal. Neither tells the password, but who has both can try passwords against them. */
export type SrpCredentials = { salt: string; verifier: string };

/** Our half of one exchange, hexadecimal; `b` is secret. */
export type SrpServerKeys = { b: string; B: string };

/** Whose password it is. Of a user: pool name and sub; of a device: device group key and device key. */
export type SrpIdentity = { group: string; name: string };

/** What a client proves to know the password with. */
export type SrpProof = {
  /** Hexadecimal. */
  A: string;
  /** Base64. */
  secretBlock: string;
  timestamp: string;
  /** Base64. */
  signature: string;
};

/** Twice the strength that the group has. */
const SECRET_BYTES = 32;
const SALT_BYTES = 16;
const KEY_BYTES = 16;
const KEY_INFO = Buffer.from('Caldera Derived Key\u0001');

/** Of a new password, with a fresh salt unless one is given. */
export function createCredentials({
  identity,
  password,
  salt = randomBytes(SALT_BYTES).toString('hex'),
}: {
  identity: SrpIdentity;
  password: string;
  salt?: string;
}): SrpCredentials {
  const inner = hashOf(Buffer.from(`${identity.group}${identity.name}:${password}`));
  const x = hashOf(Buffer.concat([paddedBytes(toNumber(salt)), inner]));
  return { salt, verifier: power(G, x).toString(16) };
}

/** One exponentiation, about a millisecond. */
export function createServerKeys(verifier: string): SrpServerKeys {
  const b = randomBytes(SECRET_BYTES);
  const B = (K * toNumber(verifier) + power(G, b)) % N;
  return { b: b.toString('hex'), B: B.toString(16) };
}

/** Whether a client's A can be used: one that is a multiple of N would let in whoever sends it. */
export function isUsablePublicKey(A: string): boolean {
  return /^[\da-f]{1,770}$/i.test(A) && toNumber(A) % N !== 0n;
}

/** Whether the client knows the password. Two exponentiations. */
export function isProven({
  identity,
  keys: { b, B },
  verifier,
  proof: { A, secretBlock, timestamp, signature },
}: {
  identity: SrpIdentity;
  keys: SrpServerKeys;
  verifier: string;
  proof: SrpProof;
}): boolean {
  const clientKey = toNumber(A);
  const u = hashOf(Buffer.concat([paddedBytes(clientKey), paddedBytes(toNumber(B))]));
  const shared = power((clientKey * power(toNumber(verifier), u)) % N, Buffer.from(b, 'hex'));
  const extracted = createHmac('sha256', paddedBytes(numberOf(u)))
    .update(paddedBytes(shared))
    .digest();
  const key = createHmac('sha256', extracted).update(KEY_INFO).digest().subarray(0, KEY_BYTES);
  const expected = createHmac('sha256', key)
    .update(identity.group + identity.name)
    .update(Buffer.from(secretBlock, 'base64'))
    .update(timestamp)
    .digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Whether a verifier is a password's, in constant time. */
export function isPasswordOf({
  identity,
  credentials: { salt, verifier },
  password,
}: {
  identity: SrpIdentity;
  credentials: SrpCredentials;
  password: string;
}): boolean {
  const given = hashOf(Buffer.from(createCredentials({ identity, password, salt }).verifier));
  return timingSafeEqual(given, hashOf(Buffer.from(verifier)));
}

/** A verifier that no password is known of, from bytes as long as the group's prime. */
export function verifierOf(bytes: Buffer): string {
  return (numberOf(bytes) % N).toString(16);
}
