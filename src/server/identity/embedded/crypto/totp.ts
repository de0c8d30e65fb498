import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** RFC 6238 as authenticator apps have it: SHA-1, six digits, thirty seconds. */
const STEP_S = 30;
const DIGITS = 6;
/** Steps before and after the present one whose codes are taken, for clocks that are wrong. */
const TOLERANCE = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const SECRET_BYTES = 32;

/** A new secret in base32, as apps and their QR codes take it. */
export function createTotpSecret(): string {
  // Each letter has five random bits; a byte's other three are left out.
  return Array.from(randomBytes((SECRET_BYTES * 8) / 5 + 1), (byte) => ALPHABET.charAt(byte % 32)).join('');
}

/** The code of a step (RFC 4226, section 5.3). */
export function totpCode(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

/** `now` in milliseconds since 1970. */
export function totpStep(now: number): number {
  return Math.floor(now / 1000 / STEP_S);
}

/** The step whose code it is, among those around now; null: none. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const steps = Array.from({ length: 2 * TOLERANCE + 1 }, (_, index) => totpStep(now) - TOLERANCE + index);
  return steps.find((step) => isSame(totpCode(secret, step), code)) ?? null;
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}
