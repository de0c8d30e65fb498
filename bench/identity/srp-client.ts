import { createHash, createHmac, DiffieHellman, getDiffieHellman, randomBytes } from 'node:crypto';

/** What a client needs for one user, worked out once: the benchmark is of the server. */
export type SrpClient = {
  /** Hexadecimal. */
  A: string;
  /** The PASSWORD_CLAIM_SIGNATURE for a challenge. */
  sign(challenge: Record<string, string>, timestamp: string): string;
};

/** RFC 3526, group 15, as Amazon Cognito uses it. */
const GROUP = getDiffieHellman('modp15');
const PRIME_BYTES = 384;
const N = BigInt(`0x${GROUP.getPrime('hex')}`);
const G = 2n;
const K = toNumber(hash(Buffer.concat([padded(N), padded(G)])));

/** The client's half of the exchange, with OpenSSL's arithmetic: Amplify's own takes the processor that the server is measured on. */
export function createSrpClient(poolName: string, password: string): SrpClient {
  const a = randomBytes(32);
  const A = power(G, a);
  const verifiers = new Map<string, { x: bigint; verifier: bigint }>();

  function secretsOf(name: string, salt: string): { x: bigint; verifier: bigint } {
    const known = verifiers.get(name + salt);
    if (known) return known;
    const inner = hash(Buffer.from(`${poolName}${name}:${password}`));
    const digest = hash(Buffer.concat([padded(BigInt(`0x${salt}`)), inner]));
    const made = { x: toNumber(digest), verifier: power(G, digest) };
    verifiers.set(name + salt, made);
    return made;
  }

  return {
    A: A.toString(16),
    sign({ SALT = '', SRP_B = '', SECRET_BLOCK = '', USER_ID_FOR_SRP = '' }, timestamp) {
      const { x, verifier } = secretsOf(USER_ID_FOR_SRP, SALT);
      const B = BigInt(`0x${SRP_B}`);
      const u = toNumber(hash(Buffer.concat([padded(A), padded(B)])));
      const base = (((B - K * verifier) % N) + N) % N;
      const shared = power(base, bytesOf(toNumber(a) + u * x));
      const extracted = createHmac('sha256', padded(u)).update(padded(shared)).digest();
      const key = createHmac('sha256', extracted).update('Caldera Derived Key\u0001').digest().subarray(0, 16);
      return createHmac('sha256', key)
        .update(poolName + USER_ID_FOR_SRP)
        .update(Buffer.from(SECRET_BLOCK, 'base64'))
        .update(timestamp)
        .digest('base64');
    },
  };
}

/** Three of them are what a sign-in costs a server in arithmetic, at the least. */
export function oneExponentiation(): void {
  power(N - 2n, randomBytes(32));
}

function power(base: bigint, exponent: Buffer): bigint {
  DiffieHellman.prototype.setPrivateKey.call(GROUP, exponent);
  return toNumber(GROUP.computeSecret(bytesOf(base, PRIME_BYTES)));
}

function bytesOf(number: bigint, length = 0): Buffer {
  const hex = number.toString(16);
  return Buffer.from(hex.padStart(Math.max(hex.length + (hex.length % 2), 2 * length), '0'), 'hex');
}

/** With a zero in front where the first bit would be a sign. */
function padded(number: bigint): Buffer {
  const bytes = bytesOf(number);
  return (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes;
}

function toNumber(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
}

function hash(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
