import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { ApiKey, type ApiKeyLimits, type ApiKeyScopes, type CreatedApiKey } from '#/model/api-key.ts';
import { keyChangedEvent } from '../events/api-key-events.ts';
import { apiKeys, type StoredApiKey } from '../schema/api-key-schema.ts';
import type { Store, StoreTransaction } from '../store.ts';

/** What a new key is to be. `userId` null: the operator's. */
export type ApiKeyRequest = {
  name: string;
  userId: string | null;
  scopes: ApiKeyScopes;
  limits: ApiKeyLimits;
  /** ISO 8601 instant; null: until it is revoked. */
  expiresAt: string | null;
  hasWebhooks: boolean;
};

/** Keys of the downloader API. All changes are told to all servers. */
export type ApiKeyRepository = {
  /** The key itself is in no other answer, ever. null: its user has as many as may be. */
  create(request: ApiKeyRequest, most?: number): Promise<CreatedApiKey | null>;
  /** The newest first, revoked ones too: a user's, or with `null` all there are, of everybody. */
  list(userId: string | null): Promise<ApiKey[]>;
  /** The user's own only; with `userId` null, anybody's. false: there is none, or it is revoked already. */
  revoke(id: string, userId: string | null): Promise<boolean>;
  /** Revokes all of a user, and tells the ids of all there ever were. */
  revokeAll(userId: string): Promise<string[]>;
  /** By the hash of a key that somebody showed, whatever became of it. */
  find(hash: string): Promise<StoredApiKey | null>;
  findById(id: string): Promise<StoredApiKey | null>;
  /** Notes that it was used, once a minute at most. */
  touch(id: string): Promise<void>;
};

/** What all keys begin with, so that programs that look for leaked secrets know them. */
const KEY_PREFIX = 'cf_';
/** 36 of 256 bits: enough to tell keys apart, and none the less to guess. */
const SHOWN_LENGTH = KEY_PREFIX.length + 6;
const OWNER_PREFIX = 'key:';
const API_KEY = /^cf_[\w-]{43}$/;

const SELECT = `
  select id, hash, prefix, name, user_id as "userId", scopes, limits, webhook_secret as "webhookSecret", created_at as "createdAt",
    expires_at as "expiresAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt"
  from api_keys`;

/** What the database knows a key by; null: no such text was ever a key. */
export function hashOfKey(key: string): string | null {
  return API_KEY.test(key) ? createHash('sha256').update(key).digest('base64url') : null;
}

/** Rejects as drizzle does. */
export function createApiKeyRepository({
  db,
  query,
  transaction,
  publish,
}: Pick<Store, 'db' | 'query' | 'transaction' | 'publish'>): ApiKeyRepository {
  return {
    async create({ hasWebhooks, expiresAt, ...request }, most = Infinity) {
      const secret = KEY_PREFIX + randomBytes(32).toString('base64url');
      const webhookSecret = hasWebhooks ? `whsec_${randomBytes(32).toString('base64')}` : null;
      const values = {
        ...request,
        id: randomUUID(),
        hash: hashOfKey(secret) ?? '',
        prefix: secret.slice(0, SHOWN_LENGTH),
        webhookSecret,
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
      };
      const row = await transaction(async (tx) => {
        if (request.userId !== null && (await countOf(tx, request.userId)) >= most) return null;
        const [made] = await tx.insert(apiKeys).values(values).returning();
        return made ?? null;
      });
      if (!row) return null;
      void publish([keyChangedEvent(row.id)]);
      return { key: describeKey(row), secret, webhookSecret };
    },
    async list(userId) {
      const isOwn = userId === null ? undefined : eq(apiKeys.userId, userId);
      const rows = await db.select().from(apiKeys).where(isOwn).orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
      return rows.map(describeKey);
    },
    async revoke(id, userId) {
      const isOwn = userId === null ? undefined : eq(apiKeys.userId, userId);
      const revoked = await db
        .update(apiKeys)
        .set({ revokedAt: sql`now()` })
        .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt), isOwn))
        .returning({ id: apiKeys.id });
      if (revoked.length > 0) await publish([keyChangedEvent(id)]);
      return revoked.length > 0;
    },
    async revokeAll(userId) {
      const revoked = await db
        .update(apiKeys)
        .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, now())` })
        .where(eq(apiKeys.userId, userId))
        .returning({ id: apiKeys.id });
      const ids = revoked.map(({ id }) => id);
      if (ids.length > 0) await publish(ids.map(keyChangedEvent));
      return ids;
    },
    async find(hash) {
      const [row] = await query<StoredApiKey>(`${SELECT} where hash = $1`, [hash]);
      return row ?? null;
    },
    async findById(id) {
      const [row] = await query<StoredApiKey>(`${SELECT} where id = $1`, [id]);
      return row ?? null;
    },
    async touch(id) {
      await query(
        `update api_keys set last_used_at = now()
         where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
        [id],
      );
    },
  };
}

/** A row as it is told to whose key it is, and to the operator. */
export function describeKey({ webhookSecret, ...row }: StoredApiKey): ApiKey {
  const { id, prefix, name, userId, scopes, limits } = row;
  return {
    id,
    prefix,
    name,
    userId,
    scopes,
    limits,
    hasWebhooks: webhookSecret !== null,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}

/** What downloads by a key are owned by. */
export function ownerOfKey(id: string): string {
  return OWNER_PREFIX + id;
}

/** Id of the key that owns something; null: another owner, such as the site itself. */
export function keyOfOwner(owner: string): string | null {
  const id = owner.slice(OWNER_PREFIX.length);
  return owner.startsWith(OWNER_PREFIX) && v.is(ApiKey.entries.id, id) ? id : null;
}

/** Keys of a user that are in use. Whoever makes several at once makes them one after the other. */
async function countOf(tx: StoreTransaction, userId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(7254, hashtext(${userId}))`);
  const isInUse = and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt));
  const [row] = await tx.select({ keys: count() }).from(apiKeys).where(isInUse);
  return row?.keys ?? 0;
}
