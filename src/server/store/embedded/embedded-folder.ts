import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { flushFolder } from './durable-folder.ts';
import { type EmbeddedObserver, EmbeddedPostgres } from './embedded-postgres.ts';
import { StoreError, toStoreError } from '../store-error.ts';
import { createTransactionScope, type TransactionScope } from './transaction-scope.ts';

/** Whether the data folder has an embedded database. */
export function hasEmbedded(folder: string): boolean {
  return existsSync(pathIn(folder));
}

/**
 * Opens the database in the data folder, which the caller has locked (data-folder.ts): two processes in one folder would both open
 * it, and lose rows. Makes it first where there is none: 2 s, otherwise 0.25 s.
 */
export async function openEmbedded(
  folder: string,
  scope: TransactionScope,
  observer?: EmbeddedObserver,
): Promise<EmbeddedPostgres> {
  if (!hasEmbedded(folder)) await createEmbedded(folder);
  return start(pathIn(folder), scope, observer);
}

/**
 * Makes a database beside its place and moves it there when it is whole and closed: one whose content was refused, or that a kill left
 * half filled, would otherwise be taken for the database at the next start.
 */
export async function createEmbedded(
  folder: string,
  fill: (postgres: EmbeddedPostgres) => Promise<unknown> = async () => {},
): Promise<void> {
  dropUnfinished(folder);
  const unfinished = unfinishedIn(folder);
  try {
    const postgres = await start(unfinished, createTransactionScope());
    try {
      await fill(postgres);
    } finally {
      await postgres.close();
    }
  } catch (error) {
    // Where it failed for want of room, what is there of it would keep the disk full.
    dropUnfinished(folder);
    throw error;
  }
  renameSync(unfinished, pathIn(folder));
  flushFolder(folder);
}

/** Removes what a start or a restore that was killed or failed has left of a new database. Not while another makes one. */
export function dropUnfinished(folder: string): void {
  rmSync(unfinishedIn(folder), { recursive: true, force: true });
}

function unfinishedIn(folder: string): string {
  return `${pathIn(folder)}.new`;
}

function pathIn(folder: string): string {
  return join(folder, 'pg');
}

async function start(path: string, scope: TransactionScope, observer?: EmbeddedObserver): Promise<EmbeddedPostgres> {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  return EmbeddedPostgres.open(path, scope, observer).catch((error) => {
    throw new StoreError(`The database in ${path} cannot be opened. ${toStoreError(error).message}`);
  });
}
