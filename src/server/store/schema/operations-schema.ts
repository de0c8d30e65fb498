import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  index,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Notice } from '#/model/notice.ts';
import { AUDIT_ACTIONS, CASE_KINDS, CASE_STATES, type Claimant, type EngineSettings } from '#/model/operations.ts';
import type { Platform } from '#/model/platform.ts';
import type { RoutesOff } from '#/model/engine/route.ts';
import { RULE_KINDS } from '#/model/rule.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Requests that something be taken down, and objections to them. The columns are made by migrations/; a test compares the two. */
export const takedownCases = pgTable(
  'takedown_cases',
  {
    id: uuid('id').primaryKey(),
    state: text('state', { enum: CASE_STATES }).notNull().default('open'),
    sourceUrl: text('source_url').notNull(),
    /** Those of older cases have no address and no telephone number. */
    claimant: jsonb('claimant').$type<Omit<Claimant, 'address' | 'phone'> & Partial<Claimant>>().notNull(),
    work: text('work').notNull(),
    statements: jsonb('statements').$type<Record<string, true>>().notNull(),
    /** The operators'. */
    notes: text('notes').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
    decidedAt: instant('decided_at'),
    kind: text('kind', { enum: CASE_KINDS }).notNull().default('takedown'),
    /** The case that a counter-notice objects to. */
    caseId: uuid('case_id').references((): AnyPgColumn => takedownCases.id, { onDelete: 'set null' }),
    moreUrls: text('more_urls').array().notNull().default([]),
    signature: text('signature'),
  },
  (table) => [
    index('takedown_cases_by_time').on(table.createdAt, table.id),
    index('takedown_cases_by_case').on(table.caseId),
  ],
);

/** The blocklist. */
export const rules = pgTable(
  'rules',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: RULE_KINDS }).notNull(),
    platform: text('platform').$type<Platform>(),
    value: text('value').notNull(),
    reason: text('reason').notNull(),
    caseId: uuid('case_id').references(() => takedownCases.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: text('created_by').notNull(),
  },
  (table) => [
    // A long link is longer than what an index holds. What several cases took down stays until the last of them is given back.
    uniqueIndex('rules_by_value').on(
      table.kind,
      sql`coalesce(platform, '')`,
      sql`md5(value)`,
      sql`coalesce(case_id::text, '')`,
    ),
    index('rules_by_time').on(table.createdAt, table.id),
  ],
);

/** Platforms that were switched off at some time; one without a row is on. */
export const platformSwitches = pgTable('platform_switches', {
  platform: text('platform').$type<Platform>().primaryKey(),
  isOn: boolean('is_on').notNull(),
  notice: jsonb('notice').$type<Notice>(),
  changedAt: instant('changed_at').notNull().defaultNow(),
});

/** One row at most. */
/** What is settled for the engines of all servers. */
export type StoredEngine = EngineSettings & { routesOff?: RoutesOff };

export const engineSettings = pgTable('engine_settings', {
  id: boolean('id').primaryKey().default(true),
  settings: jsonb('settings').$type<StoredEngine>().notNull(),
  changedAt: instant('changed_at').notNull().defaultNow(),
});

/** What operators changed. Rows are never changed. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid('id').primaryKey(),
    at: instant('at').notNull().defaultNow(),
    actor: text('actor').notNull(),
    action: text('action', { enum: AUDIT_ACTIONS }).notNull(),
    target: text('target').notNull(),
    before: jsonb('before').$type<unknown>(),
    after: jsonb('after').$type<unknown>(),
  },
  (table) => [index('audit_log_by_time').on(table.at, table.id)],
);
