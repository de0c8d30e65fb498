import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Adapter, Hearing } from '../adapter.ts';
import { flushFolder } from '../embedded/durable-folder.ts';
import { hasEmbedded, openEmbedded } from '../embedded/embedded-folder.ts';
import { restoreDump } from '../dump/restore-dump.ts';
import type { Session, TablesAsked } from '../migrate.ts';
import { openPoolAdapter } from '../pg-pool.ts';
import { StoreError } from '../store-error.ts';
import { createTransactionScope } from '../embedded/transaction-scope.ts';
import { createChild, dropUnfinishedChild, programsFor } from './child-folder.ts';
import { childPath, hasChild } from './child-path.ts';
import { dumpChild } from './dump-child.ts';
import { openPostgresFolder } from './postgres-folder.ts';
import { ROLE, startServer } from './server-process.ts';

/** A PostgreSQL of the data folder, its address, and everything in it as SQL. */
export type ChildAdapter = Adapter & { url: string; dump: () => Promise<string> };

/**
 * Starts the PostgreSQL of the data folder, which the caller has locked (data-folder.ts), and makes it first where there is none. What a
 * PGlite of that folder has comes with it; its files stay, under another name. Ends the PostgreSQL when it is closed.
 */
export async function openChildAdapter(folder: string, hearing: Hearing, tables: TablesAsked): Promise<ChildAdapter> {
  const programs = await programsFor(folder);
  await dropUnfinishedChild(folder);
  if (!hasChild(folder)) {
    await createChild(folder, programs, (session) => fillFromPglite(folder, session));
    if (hasEmbedded(folder))
      hearing.log(`What the embedded database had is in PostgreSQL. Its files stay in ${asidePath(folder)}.`);
  }
  if (hasEmbedded(folder)) setAside(folder);
  const server = await startServer(childPath(folder), programs, hearing.log);
  try {
    const adapter = await openPoolAdapter(server.url, hearing, tables);
    return {
      ...adapter,
      url: server.url,
      dump: () => dumpChild(childPath(folder), programs),
      async close() {
        await adapter.close();
        await server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Beside the process that has locked the data folder and runs its PostgreSQL. Throws StoreError when it does not. */
export async function joinChildAdapter(folder: string, hearing: Hearing, tables: TablesAsked): Promise<ChildAdapter> {
  if (!hasChild(folder)) throw new StoreError(`${folder} has no PostgreSQL that another process could have started.`);
  const programs = await programsFor(folder);
  const place = openPostgresFolder(childPath(folder));
  try {
    const url = place.url(ROLE);
    const adapter = await openPoolAdapter(url, hearing, tables);
    return {
      ...adapter,
      url,
      dump: () => dumpChild(childPath(folder), programs),
      async close() {
        await adapter.close();
        place.close();
      },
    };
  } catch (error) {
    place.close();
    throw error;
  }
}

async function fillFromPglite(folder: string, session: Session): Promise<void> {
  if (!hasEmbedded(folder)) return;
  const pglite = await openEmbedded(folder, createTransactionScope());
  try {
    await restoreDump(session, await pglite.dump());
  } finally {
    await pglite.close();
  }
}

/** What it has was copied whole: with both of them there, the PostgreSQL counts. */
function setAside(folder: string): void {
  const aside = asidePath(folder);
  if (existsSync(aside)) throw new StoreError(`Both ${join(folder, 'pg')} and ${aside} are there: remove one of them.`);
  renameSync(join(folder, 'pg'), aside);
  flushFolder(folder);
}

function asidePath(folder: string): string {
  return join(folder, 'pg.moved');
}
