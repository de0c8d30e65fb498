import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Failure } from '#/model/failure.ts';

/** From the request to the file's end; `transferring` is on its way to the visitor. */
export const DOWNLOAD_STATES = [
  'queued',
  'preparing',
  'ready',
  'transferring',
  'done',
  'failed',
  'cancelled',
  'expired',
] as const;
export type StoredDownloadState = (typeof DOWNLOAD_STATES)[number];

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** One file that a visitor asked for. The columns are made by migrations/; a test compares the two. */
export const downloads = pgTable(
  'downloads',
  {
    id: uuid('id').primaryKey(),
    /** Who asked: an account's or a visitor's id. */
    owner: text('owner').notNull(),
    platform: text('platform').notNull(),
    /** The platform's own id of the media. */
    mediaId: text('media_id').notNull(),
    canonicalUrl: text('canonical_url').notNull(),
    formatId: text('format_id').notNull(),
    title: text('title').notNull(),
    state: text('state', { enum: DOWNLOAD_STATES }).notNull().default('queued'),
    /** How often it was begun. Attempts never share an object key. */
    attempt: integer('attempt').notNull().default(0),
    /** Where the finished file lies in the bucket. */
    objectKey: text('object_key'),
    contentType: text('content_type'),
    fileName: text('file_name'),
    /** Length of the file, once known. */
    bytes: bigint('bytes', { mode: 'number' }),
    receivedBytes: bigint('received_bytes', { mode: 'number' }).notNull().default(0),
    failure: jsonb('failure').$type<Failure>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** When the file may be deleted. */
    expiresAt: instant('expires_at'),
  },
  (table) => [
    index('downloads_open')
      .on(table.owner, table.createdAt)
      .where(sql`state in ('queued', 'preparing', 'ready', 'transferring')`),
    index('downloads_expiring')
      .on(table.expiresAt)
      .where(sql`expires_at is not null and state <> 'expired'`),
  ],
);
export type StoredDownload = typeof downloads.$inferSelect;
