import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { DOWNLOAD_STATES } from '#/model/download.ts';
import type { Preferences, QueueEntry } from '#/model/account.ts';
import type { Platform } from '#/model/platform.ts';
import type { Failure, FailureCode } from '#/model/failure.ts';
import { WATCH_STATES } from '#/model/watched.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Of a download that nothing is left of but its row. */
const HAS_ENDED = sql`state in ('done', 'failed', 'cancelled', 'expired') and object_key is null`;

/** One file that somebody asked for, streamed or kept. The columns are made by migrations/; a test compares the two. */
export const downloads = pgTable(
  'downloads',
  {
    /** Of a kept one its job's id, too. */
    id: uuid('id').primaryKey(),
    /** Who asked: `visitor:<id>`, `user:<sub>`, `key:<id>`. */
    owner: text('owner').notNull(),
    isKept: boolean('is_kept').notNull(),
    /** null: of several. */
    platform: text('platform').$type<Platform>(),
    /** null: an archive of many links. */
    canonicalUrl: text('canonical_url'),
    formatId: text('format_id'),
    title: text('title').notNull(),
    /** Of a kept one: what is to be made, as the jobs room reads it. */
    request: jsonb('request').$type<unknown>(),
    state: text('state', { enum: DOWNLOAD_STATES }).notNull(),
    /** How often it was begun. Attempts never share an object key. */
    attempt: integer('attempt').notNull().default(0),
    /** Where the finished file lies in the bucket. */
    objectKey: text('object_key'),
    fileName: text('file_name'),
    /** Length of the file, once known. */
    totalBytes: bigint('total_bytes', { mode: 'number' }),
    receivedBytes: bigint('received_bytes', { mode: 'number' }).notNull().default(0),
    failure: jsonb('failure').$type<Failure>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** While it runs, when it was last heard of. */
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** When the kept file may be deleted. */
    expiresAt: instant('expires_at'),
    /** Names of all entries of the blocklist that would hit what it is made of, as far as that is known (model/rule.ts). */
    ruleKeys: text('rule_keys').array().notNull().default([]),
    /** Of an archive: why links that were asked for are not in it. */
    leftOut: jsonb('left_out').$type<FailureCode[]>(),
  },
  (table) => [
    index('downloads_of_owner').on(table.owner, table.createdAt),
    index('downloads_running')
      .on(table.updatedAt)
      .where(sql`state in ('queued', 'preparing', 'transferring', 'paused')`),
    index('downloads_expiring')
      .on(table.expiresAt)
      .where(sql`state = 'ready'`),
    index('downloads_kept')
      .on(table.id)
      .where(sql`is_kept and (object_key is not null or state in ('queued', 'preparing'))`),
    index('downloads_ended_of_users')
      .on(table.updatedAt)
      .where(sql`${HAS_ENDED} and owner like 'user:%'`),
    index('downloads_ended_of_others')
      .on(table.updatedAt)
      .where(sql`${HAS_ENDED} and owner not like 'user:%'`),
    index('downloads_by_age').on(table.createdAt, table.id),
  ],
);
export type StoredDownload = typeof downloads.$inferSelect;

/** Browsers in which somebody is signed in, by the visitor's cookie that they got for it. */
export const visitorUsers = pgTable(
  'visitor_users',
  {
    visitorId: text('visitor_id').primaryKey(),
    /** `sub` of the id token. */
    userId: text('user_id').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    /** `origin_jti` of the sign-in that it goes with; null: of one before this was kept. */
    sessionId: text('session_id'),
  },
  (table) => [index('visitor_users_of_user').on(table.userId), index('visitor_users_expiring').on(table.expiresAt)],
);

/** What users settled once for all their devices. */
export const userPreferences = pgTable('user_preferences', {
  userId: text('user_id').primaryKey(),
  preferences: jsonb('preferences').$type<Preferences>().notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** Links of the queues that follow their users, and for a while those that were taken out, so that no device brings them back. */
export const queueEntries = pgTable(
  'queue_entries',
  {
    userId: text('user_id').notNull(),
    id: uuid('id').notNull(),
    link: text('link').notNull(),
    platform: text('platform').$type<Platform>(),
    mode: text('mode').$type<QueueEntry['mode']>().notNull(),
    quality: integer('quality'),
    /** Lowest first; of a user's entries no two have the same. */
    position: integer('position').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** When it was taken out; its link is forgotten then. */
    removedAt: instant('removed_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);

/** Links that users wait for until they can be downloaded, and for a while those that they have waited for. */
export const watchedLinks = pgTable(
  'watched_links',
  {
    id: uuid('id').primaryKey(),
    userId: text('user_id').notNull(),
    /** In its canonical form. */
    link: text('link').notNull(),
    platform: text('platform').$type<Platform>().notNull(),
    title: text('title'),
    /** Of the page where it was asked for. */
    language: text('language').notNull(),
    /** null: the platform does not tell, or not exactly. */
    startsAt: instant('starts_at'),
    state: text('state', { enum: WATCH_STATES }).notNull().default('waiting'),
    /** While it waits. */
    nextLookAt: instant('next_look_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('watched_links_of_user').on(table.userId, table.link),
    index('watched_links_due')
      .on(table.nextLookAt)
      .where(sql`state = 'waiting'`),
  ],
);
export type StoredWatchedLink = typeof watchedLinks.$inferSelect;
