import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import * as v from 'valibot';
import type { Result } from '#/model/failure.ts';

/** `expired`: get a new one; `invalid`: not one of ours; `unavailable`: the keys cannot be had at the moment. */
export type TokenProblem = 'expired' | 'invalid' | 'unavailable';

/** What an id token says, which was true when it was made. */
export type TokenClaims = {
  /** `sub` */
  userId: string;
  /** `origin_jti`: the sign-in that it comes from; null: the user pool does not tell. */
  sessionId: string | null;
  /** `auth_time`, in milliseconds since 1970; 0 where the token has none. */
  provenAt: number;
};

export type IdTokenVerifier = {
  /** What an id token says. A user disabled meanwhile has a token that is valid until it expires: `createIdentity` asks further. */
  verify(token: string): Promise<Result<TokenClaims, TokenProblem>>;
};

type IdTokenOptions = {
  /** `iss`: of Amazon's `https://cognito-idp.<region>.amazonaws.com/<pool>`. */
  issuer: string;
  /** `aud`: the client of the user pool. */
  audience: string;
  /** Finds the public key that a token names: `remoteKeys`, or jose's `createLocalJWKSet`. */
  jwks: JWTVerifyGetKey;
  /** Milliseconds since 1970. */
  now?: () => number;
};

/** Between two clocks that are kept right. */
const CLOCK_SKEW_S = 60;
/** Far above any token of a user pool, far below what would cost something to check. */
const MAX_TOKEN_LENGTH = 16 * 1024;
/** How long keys are believed; one that is missing is asked for at once, but not more often than every so many seconds. */
const KEYS_MS = 10 * 60_000;
const KEYS_COOLDOWN_MS = 30_000;
const KEYS_TIMEOUT_MS = 5_000;

const Claims = v.object({
  sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
  token_use: v.literal('id'),
  origin_jti: v.optional(v.pipe(v.string(), v.maxLength(128)), ''),
  auth_time: v.optional(v.pipe(v.number(), v.finite()), 0),
});

/** Checks id tokens: RS256, issuer, audience, use and times. */
export function createIdTokenVerifier({ issuer, audience, jwks, now = Date.now }: IdTokenOptions): IdTokenVerifier {
  return {
    async verify(token) {
      if (token.length > MAX_TOKEN_LENGTH) return problem('invalid');
      const currentDate = new Date(now());
      try {
        const { payload } = await jwtVerify(token, jwks, {
          algorithms: ['RS256'],
          issuer,
          audience,
          clockTolerance: CLOCK_SKEW_S,
          currentDate,
          requiredClaims: ['exp', 'iat', 'sub'],
        });
        return readClaims(payload, currentDate);
      } catch (error) {
        return problem(problemOf(error));
      }
    },
  };
}

/** The keys of a pool by its issuer's address, kept for a while; `fetch` may be an embedded service itself. */
export function remoteKeys(issuer: string, fetch: FetchImplementation = globalThis.fetch): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), {
    cacheMaxAge: KEYS_MS,
    cooldownDuration: KEYS_COOLDOWN_MS,
    timeoutDuration: KEYS_TIMEOUT_MS,
    [customFetch]: fetch,
  });
}

function readClaims(payload: JWTPayload, currentDate: Date): Result<TokenClaims, TokenProblem> {
  const claims = v.safeParse(Claims, payload);
  const isOfFuture = (payload.iat ?? 0) > currentDate.getTime() / 1000 + CLOCK_SKEW_S;
  if (!claims.success || isOfFuture) return problem('invalid');
  const { sub, origin_jti: sessionId, auth_time: provenAtS } = claims.output;
  return { ok: true, value: { userId: sub, sessionId: sessionId || null, provenAt: provenAtS * 1000 } };
}

function problemOf(error: unknown): TokenProblem {
  if (error instanceof errors.JWTExpired) return 'expired';
  // A set without the key that the token names is an answer; everything else about the set is none.
  if (error instanceof errors.JWKSNoMatchingKey) return 'invalid';
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return 'unavailable';
  if (error instanceof errors.JOSEError) return error.code === 'ERR_JOSE_GENERIC' ? 'unavailable' : 'invalid';
  // fetch reports every network trouble as a TypeError; jose uses it for nothing that a token could bring about.
  if (error instanceof TypeError) return 'unavailable';
  throw error;
}

function problem(failure: TokenProblem): { ok: false; failure: TokenProblem } {
  return { ok: false, failure };
}
