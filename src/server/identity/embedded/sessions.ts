import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Store } from '#/server/store/store.ts';
import { type IdentityUser, USER_COLUMNS } from './user.ts';

/** One sign-in on one device, from which tokens are made until it expires or is revoked. */
export type UserSession = {
  originJti: string;
  deviceKey: string | null;
  scope: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
};

/** A session and who it is of; null: the user was deleted. */
export type FoundSession = { session: UserSession; user: IdentityUser | null };

export type SessionBook = {
  /** Begins a session, forgetting what was counted against the user. The refresh token is given once; only its hash is stored. */
  open(
    sub: string,
    how: { deviceKey: string | null; scope: string },
  ): Promise<{ session: UserSession; refreshToken: string }>;
  find(originJti: string): Promise<FoundSession | null>;
  /** null: the token is none of ours. Revoked and expired sessions are found. */
  ofRefreshToken(refreshToken: string): Promise<FoundSession | null>;
  revoke(originJti: string): Promise<void>;
  revokeAll(sub: string): Promise<void>;
  /** Of one device. */
  revokeDevice(sub: string, deviceKey: string): Promise<void>;
  sweep(): Promise<void>;
};

/** Amazon Cognito's default. */
const REFRESH_TOKEN_VALID_S = 30 * 24 * 60 * 60;
const REFRESH_TOKEN = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/;

/** `createdAt` is the user's. */
type Row = Omit<UserSession, 'createdAt'> & {
  sessionCreatedAt: Date;
  secretHash: string;
  known: string | null;
} & IdentityUser;

const SELECT = `
  select s.origin_jti as "originJti", s.device_key as "deviceKey", s.scope, s.expires_at as "expiresAt",
    s.revoked_at as "revokedAt", s.secret_hash as "secretHash", s.created_at as "sessionCreatedAt", u.sub as known, ${USER_COLUMNS}
  from identity_sessions s left join identity_users u on u.sub = s.sub where s.origin_jti = $1`;

/** The sessions' table. A refresh token is `<origin jti>.<secret>`. `now` in milliseconds since 1970. */
export function createSessionBook({ query }: Pick<Store, 'query'>, now: () => number): SessionBook {
  const read = async (originJti: string) => {
    const [row] = await query<Row>(SELECT, [originJti]);
    if (!row) return null;
    const { deviceKey, scope, sessionCreatedAt, expiresAt, revokedAt, secretHash, known, ...user } = row;
    const session = { originJti, deviceKey, scope, createdAt: sessionCreatedAt, expiresAt, revokedAt };
    return { session, secretHash, user: known === null ? null : user };
  };
  const revokeWhere = async (condition: string, values: readonly string[]) => {
    await query(`update identity_sessions set revoked_at = $1 where revoked_at is null and ${condition}`, [
      new Date(now()),
      ...values,
    ]);
  };
  return {
    async open(sub, { deviceKey, scope }) {
      const originJti = randomUUID();
      const secret = randomBytes(32).toString('base64url');
      const createdAt = new Date(now());
      const expiresAt = new Date(now() + REFRESH_TOKEN_VALID_S * 1000);
      await query(
        `with forgiven as (delete from identity_attempts where sub = $2)
         insert into identity_sessions (origin_jti, sub, secret_hash, device_key, scope, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [originJti, sub, hashOf(secret).toString('hex'), deviceKey, scope, createdAt, expiresAt],
      );
      const session = { originJti, deviceKey, scope, createdAt, expiresAt, revokedAt: null };
      return { session, refreshToken: `${originJti}.${secret}` };
    },
    async find(originJti) {
      const found = await read(originJti);
      return found && { session: found.session, user: found.user };
    },
    async ofRefreshToken(refreshToken) {
      const [, originJti, secret] = REFRESH_TOKEN.exec(refreshToken) ?? [];
      if (originJti === undefined || secret === undefined) return null;
      const found = await read(originJti);
      if (!found || !timingSafeEqual(hashOf(secret), Buffer.from(found.secretHash, 'hex'))) return null;
      return { session: found.session, user: found.user };
    },
    revoke: (originJti) => revokeWhere('origin_jti = $2', [originJti]),
    revokeAll: (sub) => revokeWhere('sub = $2', [sub]),
    revokeDevice: (sub, deviceKey) => revokeWhere('sub = $2 and device_key = $3', [sub, deviceKey]),
    async sweep() {
      await query('delete from identity_sessions where expires_at < $1', [new Date(now())]);
    },
  };
}

/** 256 random bits need no slow hash. */
function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
