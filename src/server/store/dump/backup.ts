import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { Client } from 'pg';
import { createChild, programsFor } from '../child/child-folder.ts';
import { hasChild } from '../child/child-path.ts';
import { createEmbedded, hasEmbedded } from '../embedded/embedded-folder.ts';
import { embeddedSession } from '../embedded/embedded.ts';
import { restoreDump } from './restore-dump.ts';
import { poolSession, underLock } from '../pg-pool.ts';
import type { Store, StoreOptions } from '../store.ts';
import { StoreError, toStoreError } from '../store-error.ts';

/**
 * Writes everything into a file of SQL, readable by its owner only; it appears when it is whole. Throws StoreError on PostgreSQL,
 * and where the file is there already.
 */
export async function backup(store: Store, path: string): Promise<void> {
  if (existsSync(path)) throw new StoreError(`${path} is there already.`);
  const dump = await dumpOf(store);
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(dump);
    await file.sync();
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/**
 * Brings a file that `backup` wrote into a database that is still empty: all of it, or nothing. Older backups are brought up to date
 * when the store is opened. Throws StoreError when the database has tables or the file is damaged.
 */
export async function restore(
  { url, folder, embedded }: Pick<StoreOptions, 'url' | 'folder' | 'embedded'>,
  path: string,
): Promise<void> {
  const dump = await readFile(path, 'utf8');
  if (!dump.trimEnd().endsWith('-- PostgreSQL database dump complete\n--')) {
    throw new StoreError(`${path} is no whole backup: its end is missing.`);
  }
  if (url !== undefined) return fillServed(url, dump);
  if (hasEmbedded(folder) || hasChild(folder)) {
    throw new StoreError(`${folder} has a database already. Restore into another DATA_DIR.`);
  }
  if (embedded === 'postgres') {
    return createChild(folder, await programsFor(folder), (session) => restoreDump(session, dump));
  }
  await createEmbedded(folder, (postgres) => restoreDump(embeddedSession(postgres), dump));
}

/**
 * Copies everything into an empty PostgreSQL. The embedded database stays as it is; what is written to it afterwards is not copied,
 * so nothing should be. Throws StoreError when the target has tables.
 */
export async function moveTo(store: Store, url: string): Promise<void> {
  await fillServed(url, await dumpOf(store));
}

async function dumpOf(store: Store): Promise<string> {
  if (store.dump) return store.dump();
  throw new StoreError('The database is a PostgreSQL server: back it up with its own pg_dump.');
}

async function fillServed(url: string, dump: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // Told by the query that it breaks.
  client.on('error', () => {});
  try {
    await client.connect();
    const session = poolSession(client);
    await underLock(session, () => restoreDump(session, dump));
  } catch (error) {
    throw toStoreError(error);
  } finally {
    await client.end();
  }
}
