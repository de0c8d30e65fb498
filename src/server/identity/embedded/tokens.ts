import { randomUUID } from 'node:crypto';
import { createLocalJWKSet, errors, jwtVerify, type JWTPayload, SignJWT } from 'jose';
import { IdentityError, notAuthorized, userNotFound } from './identity-error.ts';
import type { PoolSettings } from './pool.ts';
import type { Recency } from './recent-authentication.ts';
import type { FoundSession, SessionRepository, UserSession } from './tables/sessions.ts';
import type { SigningKey } from './crypto/signing-key.ts';
import type { IdentityUser } from './tables/user.ts';

/** Part of the answer that signs somebody in. */
export type AuthenticationResult = {
  AccessToken: string;
  IdToken: string;
  /** Replaces the one before. */
  RefreshToken: string;
  /** Seconds. */
  ExpiresIn: number;
  TokenType: 'Bearer';
};

/** Who calls with an access token. */
type Bearer = { user: IdentityUser; session: UserSession };

export type Tokens = {
  /** Begins a session. `originJti` names it, for `revoke`. */
  issue(
    user: IdentityUser,
    how?: { deviceKey?: string | null; scope?: string; nonce?: string },
  ): Promise<{ result: AuthenticationResult; originJti: string }>;
  /**
   * Verifies an access token and looks its session up. `neededScope`: the user's own operations, unless it is another; null: any. Throws
   * IdentityError in Amazon Cognito's wording.
   */
  bearer(accessToken: string, neededScope?: string | null): Promise<Bearer>;
  /** The same, of who showed a short while ago who they are: a token alone may be stolen. Throws IdentityError. */
  recentBearer(accessToken: string): Promise<Bearer>;
  /** Who an id token is of: signature, issuer, audience and time are checked, the session is not. Throws IdentityError. */
  idToken(token: string): Promise<JWTPayload & { sub: string }>;
  /**
   * New tokens, the refresh token included. One that was rotated out before and comes again ends the session: there are two who have it.
   * Throws IdentityError.
   */
  refresh(refreshToken: string): Promise<AuthenticationResult>;
  /** Ends the session of a refresh token; one that is not known is as good as revoked. */
  revoke(refreshToken: string): Promise<void>;
  revokeSession(originJti: string): Promise<void>;
  /** All sessions of a user, but the one to keep. */
  revokeAll(sub: string, keptOriginJti?: string): Promise<void>;
};

const VALID_S = 60 * 60;
/** Of a sign-in with a password: the whole of the user's own operations. */
const USER_SCOPE = 'aws.cognito.signin.user.admin';

type TokenPorts = {
  pool: PoolSettings;
  sessions: SessionRepository;
  recency: Recency;
  signingKey: SigningKey;
  now: () => number;
};

export function createTokens({ pool, sessions, recency, signingKey, now }: TokenPorts): Tokens {
  const keySet = createLocalJWKSet(signingKey.jwks);
  const verified = async (token: string, use: 'access' | 'id'): Promise<JWTPayload> => {
    const called = use === 'access' ? 'Access Token' : 'ID Token';
    const audience = use === 'id' ? { audience: pool.clientId } : {};
    try {
      const options = { issuer: pool.issuer, algorithms: ['RS256'], currentDate: new Date(now()), ...audience };
      const { payload } = await jwtVerify(token, keySet, options);
      if (payload['token_use'] === use && (use === 'id' || payload['client_id'] === pool.clientId)) return payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw notAuthorized(`${called} has expired`);
      if (!(error instanceof errors.JOSEError)) throw error;
    }
    throw notAuthorized(`Invalid ${called}`);
  };
  const sign = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: signingKey.keyId }).sign(signingKey.privateKey);

  async function made(
    user: IdentityUser,
    session: UserSession,
    nonce?: string,
  ): Promise<Omit<AuthenticationResult, 'RefreshToken'>> {
    const issuedAt = Math.floor(now() / 1000);
    const common = {
      sub: user.sub,
      ...(user.groups.length > 0 && { 'cognito:groups': [...user.groups] }),
      iss: pool.issuer,
      origin_jti: session.originJti,
      auth_time: Math.floor(session.provenAt.getTime() / 1000),
      iat: issuedAt,
      exp: issuedAt + VALID_S,
    };
    const [AccessToken, IdToken] = await Promise.all([
      sign({
        ...common,
        ...(session.deviceKey !== null && { device_key: session.deviceKey }),
        client_id: pool.clientId,
        token_use: 'access',
        scope: session.scope,
        jti: randomUUID(),
        username: user.username,
      }),
      sign({
        ...attributeClaims(user),
        ...common,
        ...(nonce !== undefined && { nonce }),
        'cognito:username': user.username,
        aud: pool.clientId,
        token_use: 'id',
        jti: randomUUID(),
      }),
    ]);
    return { AccessToken, IdToken, ExpiresIn: VALID_S, TokenType: 'Bearer' };
  }

  const tokens: Tokens = {
    async issue(user, { deviceKey = null, scope = USER_SCOPE, nonce } = {}) {
      const { session, refreshToken } = await sessions.open(user.sub, { deviceKey, scope });
      const result = await made(user, session, nonce);
      return { result: { ...result, RefreshToken: refreshToken }, originJti: session.originJti };
    },
    async bearer(accessToken, neededScope = USER_SCOPE) {
      const { origin_jti: originJti } = await verified(accessToken, 'access');
      const found = typeof originJti === 'string' ? await sessions.find(originJti) : null;
      if (!found) throw notAuthorized('Access Token has been revoked');
      const user = liveUser(found);
      if (found.session.revokedAt) throw notAuthorized('Access Token has been revoked');
      if (neededScope !== null && !found.session.scope.split(' ').includes(neededScope)) {
        throw notAuthorized('Access Token does not have required scopes');
      }
      return { user, session: found.session };
    },
    async recentBearer(accessToken) {
      const bearer = await tokens.bearer(accessToken);
      recency.refuse(bearer);
      return bearer;
    },
    async idToken(token) {
      const { sub = '', ...claims } = await verified(token, 'id');
      return { ...claims, sub };
    },
    async refresh(refreshToken) {
      const found = await sessions.ofRefreshToken(refreshToken);
      if (!found) throw notAuthorized('Invalid Refresh Token');
      const user = liveUser(found);
      if (found.session.revokedAt) throw notAuthorized('Refresh Token has been revoked');
      if (found.session.expiresAt.getTime() <= now()) throw notAuthorized('Refresh Token has expired');
      if (found.isStale) {
        await sessions.revoke(found.session.originJti);
        throw reused();
      }
      const next = await sessions.rotate(found);
      if (next === null) throw notAuthorized('Refresh Token has been revoked');
      return { ...(await made(user, found.session)), RefreshToken: next };
    },
    async revoke(refreshToken) {
      const found = await sessions.ofRefreshToken(refreshToken);
      if (found) await sessions.revoke(found.session.originJti);
    },
    revokeSession: sessions.revoke,
    revokeAll: sessions.revokeAll,
  };
  return tokens;
}

/** What ends all sessions of a user at once. */
function liveUser({ user }: FoundSession): IdentityUser {
  if (!user) throw userNotFound();
  if (!user.isEnabled) throw notAuthorized('User is disabled.');
  if (user.status === 'RESET_REQUIRED') throw passwordResetRequired();
  return user;
}

function reused(): IdentityError {
  return new IdentityError('RefreshTokenReuseException', 'Refresh Token has been invalidated by rotation.');
}

export function passwordResetRequired(): IdentityError {
  return new IdentityError('PasswordResetRequiredException', 'Password reset required for the user');
}

/** Attributes as OpenID Connect has them: whether an address is verified is a boolean, `identities` a list. */
function attributeClaims({ attributes }: IdentityUser): JWTPayload {
  const claims = Object.entries(attributes).map(([name, value]): [string, unknown] => {
    if (name.endsWith('_verified')) return [name, value === 'true'];
    return [name, name === 'identities' ? JSON.parse(value) : value];
  });
  return Object.fromEntries(claims);
}
