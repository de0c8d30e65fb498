import { createHmac, randomBytes } from 'node:crypto';
import {
  G,
  hashOf,
  K,
  N,
  numberOf,
  paddedBytes,
  power,
  toNumber,
} from '#/server/identity/embedded/crypto/srp-group.ts';

/** What a client needs for one user, worked out once: the benchmark is of the server. */
type SrpClient = {
  /** Hexadecimal. */
  A: string;
  /** The PASSWORD_CLAIM_SIGNATURE for a challenge. */
  sign(challenge: Record<string, string>, timestamp: string): string;
};

/** The client's half of the exchange, with OpenSSL's arithmetic: Amplify's own takes the processor that the server is measured on. */
export function createSrpClient(poolName: string, password: string): SrpClient {
  const a = randomBytes(32);
  const A = power(G, a);
  const verifiers = new Map<string, { x: bigint; verifier: bigint }>();

  function secretsOf(name: string, salt: string): { x: bigint; verifier: bigint } {
    const known = verifiers.get(name + salt);
    if (known) return known;
    const inner = hashOf(Buffer.from(`${poolName}${name}:${password}`));
    const digest = hashOf(Buffer.concat([paddedBytes(toNumber(salt)), inner]));
    const made = { x: numberOf(digest), verifier: power(G, digest) };
    verifiers.set(name + salt, made);
    return made;
  }

  return {
    A: A.toString(16),
    sign({ SALT = '', SRP_B = '', SECRET_BLOCK = '', USER_ID_FOR_SRP = '' }, timestamp) {
      const { x, verifier } = secretsOf(USER_ID_FOR_SRP, SALT);
      const B = toNumber(SRP_B);
      const u = numberOf(hashOf(Buffer.concat([paddedBytes(A), paddedBytes(B)])));
      const base = (((B - K * verifier) % N) + N) % N;
      const shared = power(base, paddedBytes(numberOf(a) + u * x));
      const extracted = createHmac('sha256', paddedBytes(u)).update(paddedBytes(shared)).digest();
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
