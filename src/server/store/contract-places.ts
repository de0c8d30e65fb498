import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDatabase } from '../../../tests/setup/embedded-template.ts';
import { sharedPostgres } from '../../../tests/setup/shared-postgres.ts';
import { openStore, type Store } from './store.ts';
import type { downloads } from './schema.ts';

/** A place for one database, and what opens stores on it. */
export type Place = {
  open: (log?: (line: string) => void) => Promise<Store>;
  target: { url?: string; folder: string };
};

export type Kind = {
  name: string;
  start: () => Promise<{ createPlace: () => Promise<Place>; close: () => Promise<void> }>;
};

export const embedded: Kind = {
  name: 'embedded',
  async start() {
    const root = await mkdtemp(join(tmpdir(), 'stores-'));
    return {
      async createPlace() {
        const folder = join(root, crypto.randomUUID());
        await mkdir(folder);
        await copyDatabase(folder);
        return placeAt({ folder });
      },
      close: () => rm(root, { recursive: true, force: true }),
    };
  },
};

export const served: Kind = {
  name: 'PostgreSQL',
  async start() {
    const postgres = await sharedPostgres();
    return {
      createPlace: async () => placeAt({ url: await postgres.createCopy(), folder: '/nonexistent' }),
      close: postgres.close,
    };
  },
};

/** Takes out every row and every job, for the next test: a tenth of what opening another database costs. What migrations and queues note stays. */
export async function emptied(store: Store): Promise<void> {
  await store.query(`do $$
    declare one regclass; has_rows boolean;
    begin
      for one in select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and (n.nspname = 'public' and c.relname <> 'schema_migrations'
          or n.nspname = 'pgboss' and c.relname not in ('version', 'queue', 'bam')) loop
        execute format('select exists (select from %s)', one) into has_rows;
        if has_rows then execute format('truncate %s restart identity cascade', one); end if;
      end loop;
    end $$`);
}

/** A row with a value in every column, some of them awkward. */
export function newDownload(given: Partial<typeof downloads.$inferInsert> = {}): typeof downloads.$inferInsert {
  return {
    id: crypto.randomUUID(),
    owner: 'visitor-1',
    platform: 'youtube',
    isKept: true,
    canonicalUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    formatId: '137+140',
    title: `It's "50 %" \\ new;\n-- 日本語 🎬 $1 ${'x'.repeat(50)}`,
    state: 'failed',
    attempt: 2,
    objectKey: 'obj/1.2',
    request: { urls: ['a', null], deep: { title: "it's" } },
    fileName: 'a\tb.mp4',
    totalBytes: 9_007_199_254_740_991,
    receivedBytes: 5_000_000_000,
    failure: { code: 'rate_limited', platform: 'youtube', retryAfterS: 30 },
    createdAt: new Date('2026-11-21T10:00:00.123Z'),
    updatedAt: new Date('2026-11-21T10:00:01.456Z'),
    expiresAt: new Date('2026-11-22T10:00:00.000Z'),
    ruleKeys: ['media:youtube:dQw4w9WgXcQ', 'author:tiktok:it\'s "a", {b}'],
    ...given,
  };
}

function placeAt(target: { url?: string; folder: string }): Place {
  return { target, open: (log = () => {}) => openStore({ ...target, log }) };
}
