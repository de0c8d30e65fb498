import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openQueue } from '#/server/jobs/queue.ts';
import { MIGRATIONS } from '#/server/store/migrate.ts';
import { openStore } from '#/server/store/store.ts';
import { cachePlace, ensureCached } from './cache.ts';

const ROOT = join(import.meta.dirname, '../..');
/** What a new database comes of beside the migrations: the programs, how they are started, and the queues. */
const SOURCES = [
  'node_modules/@electric-sql/pglite/package.json',
  'node_modules/pg-boss/package.json',
  'src/server/jobs/queue.ts',
  'src/server/store/embedded/embedded-folder.ts',
  'src/server/store/embedded/folder-postgres.ts',
];

let template: Promise<string> | null = null;

/**
 * Puts a new embedded database with its tables and queues up to date into a data folder that has none: a copy of one that is made
 * once for all tests. What a first start makes itself takes six seconds of a processor, a copy a twentieth of one.
 */
export async function copyDatabase(folder: string): Promise<void> {
  if (existsSync(join(folder, 'pg'))) return;
  template ??= makeTemplate();
  cpSync(join(await template, 'pg'), join(folder, 'pg'), { recursive: true });
}

/** Made by the first who asks, of any number of processes. */
export function makeTemplate(): Promise<string> {
  const sources = SOURCES.map((path) => readFileSync(join(ROOT, path), 'utf8'));
  return ensureCached(cachePlace('database', [sources, MIGRATIONS]), async (unfinished) => {
    await makeTables({ folder: unfinished });
  });
}

/** Has a database what a site's first start makes in it. */
export async function makeTables(place: { url?: string; folder: string }): Promise<void> {
  const told: string[] = [];
  const store = await openStore({ ...place, log: (line) => told.push(line) });
  const { boss } = await openQueue(store, (line) => told.push(line));
  await boss.stop();
  await store.close();
  if (told.length > 0) throw new Error(`The databases for tests could not be made. ${told.join(' ')}`);
}
