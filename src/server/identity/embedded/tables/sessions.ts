import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Store } from '#/server/store/store.ts';
import type { Encrypter } from '../crypto/encrypt.ts';
import { type IdentityUser, USER_COLUMNS } from './user.ts';

/** One sign-in on one device, from which tokens are made until it expires or is revoked. */
export type UserSession = {
  originJti: string;
  deviceKey: string | null;
  scope: string;
  createdAt: Date;
  /** When the user last showed who they are: at the sign-in, or by the password in the middle of the session. */
  provenAt: Date;
  /** Of that, what was in the middle of the session; null: nothing. */
  confirmedAt: Date | null;
  expiresAt: Date;
  revokedAt: Date | null;
};

/** A session by a refresh token. `isStale`: the token was rotated out, and its time to be asked for again is over. */
type RefreshedSession = FoundSession & { generation: number; isStale: boolean };

/** A session and who it is of; null: the user was deleted. */
export type FoundSession = { session: UserSession; user: IdentityUser | null };

export type SessionRepository = {
  /** Begins a session. The refresh token is given once; only its hash is stored. */
  open(
    sub: string,
    how: { deviceKey: string | null; scope: string },
  ): Promise<{ session: UserSession; refreshToken: string }>;
  find(originJti: string): Promise<FoundSession | null>;
  /** null: the token is none of ours. Revoked and expired sessions are found. */
  ofRefreshToken(refreshToken: string): Promise<RefreshedSession | null>;
  /**
   * The token that comes after this one, which goes out of use. Whoever asks several times within a minute, such as two tabs at once or a
   * page whose answer was lost, gets the same one. null: this one has gone out of use meanwhile.
   */
  rotate(refreshed: RefreshedSession): Promise<string | null>;
  /** Notes that the user showed who they are. */
  confirm(originJti: string): Promise<void>;
  revoke(originJti: string): Promise<void>;
  /** All of a user, but the one to keep. */
  revokeAll(sub: string, keptOriginJti?: string): Promise<void>;
  /** Of one device. */
  revokeDevice(sub: string, deviceKey: string): Promise<void>;
  sweep(): Promise<void>;
};

/** Amazon Cognito's default. */
const REFRESH_TOKEN_VALID_S = 30 * 24 * 60 * 60;
/** As long as one that was rotated out still gives the one after it: the most that Amazon Cognito has (RetryGracePeriodSeconds). */
const GRACE_MS = 60_000;
/** The first of a session has no number. */
const REFRESH_TOKEN = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(?:([1-9]\d{0,8})\.)?([\w-]{43})$/;

/** `createdAt` is the user's. */
type Row = Omit<UserSession, 'createdAt' | 'provenAt'> & {
  sessionCreatedAt: Date;
  secretHash: string;
  generation: number;
  rotatedAt: Date | null;
  known: string | null;
} & IdentityUser;

const SELECT = `
  select s.origin_jti as "originJti", s.device_key as "deviceKey", s.scope, s.expires_at as "expiresAt",
    s.revoked_at as "revokedAt", s.secret_hash as "secretHash", s.created_at as "sessionCreatedAt", s.generation,
    s.rotated_at as "rotatedAt", s.proven_at as "confirmedAt", u.sub as known, ${USER_COLUMNS}
  from identity_sessions s left join identity_users u on u.sub = s.sub where s.origin_jti = $1`;

type SessionPorts = {
  store: Pick<Store, 'query'>;
  encrypter: Encrypter;
  /** Hears whose session has ended, or was confirmed. */
  onChange: (sub: string) => Promise<void>;
  /** Milliseconds since 1970. */
  now: () => number;
};

/**
 * The sessions' table. The first refresh token is `<origin jti>.<secret>`, later ones `<origin jti>.<generation>.<secret>`: those
 * secrets follow from the first one's hash and the installation's secret, so that each that ever was is known for what it is.
 */
export function createSessionRepository({
  store: { query },
  encrypter,
  onChange,
  now,
}: SessionPorts): SessionRepository {
  const laterSecret = (originJti: string, generation: number, firstHash: string) =>
    encrypter.keyedHash(`refresh ${originJti} ${generation} ${firstHash}`);
  const read = async (originJti: string) => {
    const [row] = await query<Row>(SELECT, [originJti]);
    if (!row) return null;
    const { deviceKey, scope, sessionCreatedAt: createdAt, confirmedAt, expiresAt, revokedAt, known, ...more } = row;
    const { secretHash, generation, rotatedAt, ...user } = more;
    const provenAt = confirmedAt ?? createdAt;
    const session = { originJti, deviceKey, scope, createdAt, provenAt, confirmedAt, expiresAt, revokedAt };
    return { session, secretHash, generation, rotatedAt, user: known === null ? null : user };
  };
  const rotatedBefore = (originJti: string, generation: number) =>
    query<{ secretHash: string }>(
      `select secret_hash as "secretHash" from identity_sessions
       where origin_jti = $1 and generation = $2 and revoked_at is null and rotated_at >= $3`,
      [originJti, generation, new Date(now() - GRACE_MS)],
    );
  const revokeWhere = async (condition: string, values: readonly string[]) => {
    const ended = await query<{ sub: string }>(
      `update identity_sessions set revoked_at = $1 where revoked_at is null and ${condition} returning sub`,
      [new Date(now()), ...values],
    );
    for (const sub of new Set(ended.map((session) => session.sub))) await onChange(sub);
  };
  return {
    async open(sub, { deviceKey, scope }) {
      const originJti = randomUUID();
      const secret = randomBytes(32).toString('base64url');
      const createdAt = new Date(now());
      const expiresAt = new Date(now() + REFRESH_TOKEN_VALID_S * 1000);
      await query(
        `insert into identity_sessions (origin_jti, sub, secret_hash, device_key, scope, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [originJti, sub, hashOf(secret).toString('hex'), deviceKey, scope, createdAt, expiresAt],
      );
      const proven = { createdAt, provenAt: createdAt, confirmedAt: null };
      const session = { originJti, deviceKey, scope, ...proven, expiresAt, revokedAt: null };
      return { session, refreshToken: `${originJti}.${secret}` };
    },
    async find(originJti) {
      const found = await read(originJti);
      return found && { session: found.session, user: found.user };
    },
    async ofRefreshToken(refreshToken) {
      const [, originJti, number = '0', secret] = REFRESH_TOKEN.exec(refreshToken) ?? [];
      if (originJti === undefined || secret === undefined) return null;
      const generation = Number(number);
      const found = await read(originJti);
      if (!found || generation > found.generation) return null;
      const isOurs =
        generation === 0
          ? timingSafeEqual(hashOf(secret), Buffer.from(found.secretHash, 'hex'))
          : isSame(secret, laterSecret(originJti, generation, found.secretHash));
      if (!isOurs) return null;
      const isRetried = generation === found.generation - 1 && now() - (found.rotatedAt?.getTime() ?? 0) <= GRACE_MS;
      return {
        session: found.session,
        user: found.user,
        generation,
        isStale: generation < found.generation && !isRetried,
      };
    },
    async rotate({ session: { originJti }, generation }) {
      const next = generation + 1;
      const rotated = await query<{ secretHash: string }>(
        `update identity_sessions set generation = $3, rotated_at = $4
         where origin_jti = $1 and generation = $2 and revoked_at is null returning secret_hash as "secretHash"`,
        [originJti, generation, next, new Date(now())],
      );
      // Whoever is second finds it done, by one who was at most a minute earlier.
      const [row = null] = rotated.length > 0 ? rotated : await rotatedBefore(originJti, next);
      return row ? `${originJti}.${next}.${laterSecret(originJti, next, row.secretHash).toString('base64url')}` : null;
    },
    async confirm(originJti) {
      const [row] = await query<{ sub: string }>(
        'update identity_sessions set proven_at = $2 where origin_jti = $1 returning sub',
        [originJti, new Date(now())],
      );
      if (row) await onChange(row.sub);
    },
    revoke: (originJti) => revokeWhere('origin_jti = $2', [originJti]),
    revokeAll: (sub, kept) =>
      kept === undefined ? revokeWhere('sub = $2', [sub]) : revokeWhere('sub = $2 and origin_jti <> $3', [sub, kept]),
    revokeDevice: (sub, deviceKey) => revokeWhere('sub = $2 and device_key = $3', [sub, deviceKey]),
    async sweep() {
      await query('delete from identity_sessions where expires_at < $1', [new Date(now())]);
    },
  };
}

function isSame(secret: string, expected: Buffer): boolean {
  const given = Buffer.from(secret, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** 256 random bits need no slow hash. */
function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
