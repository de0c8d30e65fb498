import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ApiKeyLimits, ApiKeyScopes } from '#/model/api-key.ts';
import { downloads } from './schema.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Keys of the downloader API. Made by migrations/, as the tables of schema.ts are. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    /** SHA-256 of the key, which has 256 random bits: nothing is gained by a slow hash. */
    hash: text('hash').notNull(),
    /** What the key begins with, for people. */
    prefix: text('prefix').notNull(),
    name: text('name').notNull(),
    /** `sub` of the user whose it is; null: the operator's. */
    userId: text('user_id'),
    scopes: jsonb('scopes').$type<ApiKeyScopes>().notNull(),
    limits: jsonb('limits').$type<ApiKeyLimits>().notNull(),
    /** What webhooks are signed with, as it is; null: there are none. */
    webhookSecret: text('webhook_secret'),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at'),
    /** To within a minute. */
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [uniqueIndex('api_keys_by_hash').on(table.hash), index('api_keys_of_user').on(table.userId)],
);
export type StoredApiKey = typeof apiKeys.$inferSelect;

/** Requests that their clients named by an Idempotency-Key, and what they were answered. */
export const idempotentRequests = pgTable(
  'idempotent_requests',
  {
    /** Who asked, as the owner of a download. */
    owner: text('owner').notNull(),
    /** As the client chose it. */
    key: text('key').notNull(),
    /** Tells apart the request that is being answered from one that was given up. */
    attempt: uuid('attempt').notNull(),
    /** Hash of the body: the same key with another is refused. */
    fingerprint: text('fingerprint').notNull(),
    /** null: still being answered. */
    status: integer('status'),
    body: text('body'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.key] })],
);

/** Addresses that are told how a download ended. */
export const webhooks = pgTable(
  'webhooks',
  {
    downloadId: uuid('download_id')
      .notNull()
      .references(() => downloads.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    /** Whose secret signs. */
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    /** State of the download that it was told last. */
    told: text('told'),
  },
  (table) => [primaryKey({ columns: [table.downloadId, table.url] }), index('webhooks_of_key').on(table.keyId)],
);
