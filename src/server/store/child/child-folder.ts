import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { flushFolder } from '../embedded/durable-folder.ts';
import type { Session } from '../migrate.ts';
import { poolSession } from '../pg-pool.ts';
import { toStoreError } from '../store-error.ts';
import { childPath } from './child-path.ts';
import { findPrograms, type Programs } from './programs.ts';
import { endOrphan, initialise, OWNER, ROLE, startServer } from './server-process.ts';

const UNFINISHED = /^postgres\.new-[\da-f]+$/;
/** An initdb whose starter was killed writes on until it next has something to say, which nobody hears. */
const REMOVAL_TRIES = 50;
const REMOVAL_PAUSE_MS = 100;

/** Programs that read what the data folder has, or, where it has nothing, the newest. Throws StoreError where there are none. */
export function programsFor(folder: string): Promise<Programs> {
  const file = join(childPath(folder), 'PG_VERSION');
  return findPrograms(existsSync(file) ? Number(readFileSync(file, 'utf8').trim()) : null);
}

/**
 * Makes a PostgreSQL beside its place and moves it there when it is whole and has ended: one that a kill left half filled, or whose
 * content was refused, would otherwise be taken for the database at the next start. The caller has locked the folder (data-folder.ts).
 */
export async function createChild(
  folder: string,
  programs: Programs,
  fill: (session: Session) => Promise<unknown> = async () => {},
): Promise<void> {
  const unfinished = `${childPath(folder)}.new-${randomBytes(4).toString('hex')}`;
  mkdirSync(unfinished, { mode: 0o700 });
  // mkdir takes away what the process' own mask says.
  chmodSync(unfinished, 0o700);
  try {
    await initialise(unfinished, programs);
    const server = await startServer(unfinished, programs, () => {});
    try {
      await withSession(server.ownerUrl, makeRole);
      await withSession(server.url, fill);
    } finally {
      await server.close();
    }
  } catch (error) {
    // Where it failed for want of room, what is there of it would keep the disk full.
    await dropUnfinishedChild(folder);
    throw error;
  }
  renameSync(unfinished, childPath(folder));
  flushFolder(folder);
}

/** Removes what a start or a restore that was killed or failed has left of a new database, and ends what runs in it. */
export async function dropUnfinishedChild(folder: string): Promise<void> {
  for (const name of readdirSync(folder).filter((entry) => UNFINISHED.test(entry))) {
    const path = join(folder, name);
    await endOrphan(path);
    for (let tries = 0; existsSync(path) && tries < REMOVAL_TRIES; tries++) {
      if (tries > 0) await sleep(REMOVAL_PAUSE_MS);
      await rm(path, { recursive: true, force: true }).catch(() => {});
    }
  }
}

/** The site may use its tables, and neither files nor programs of the machine, which PostgreSQL lets its owner. */
async function makeRole(session: Session): Promise<void> {
  await session.run(`create role ${ROLE} login; alter database ${OWNER} owner to ${ROLE}`);
}

async function withSession(url: string, action: (session: Session) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  // Told by the query that it breaks.
  client.on('error', () => {});
  try {
    await client.connect();
    await action(poolSession(client));
  } catch (error) {
    throw toStoreError(error);
  } finally {
    await client.end();
  }
}
