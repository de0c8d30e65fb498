import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { flushFolder } from './durable-folder.ts';
import { EmbeddedPostgres } from './embedded-postgres.ts';
import { StoreError, toStoreError } from './store-error.ts';
import { createTransactionScope, type TransactionScope } from './transaction-scope.ts';

/** Whether the data folder has an embedded database. */
export function hasEmbedded(folder: string): boolean {
  return existsSync(pathIn(folder));
}

/**
 * Opens the database in the data folder, which the caller has locked (data-folder.ts): two processes in one folder would both open
 * it, and lose rows. Makes it first where there is none: 2 s, otherwise 0.25 s.
 */
export async function openEmbedded(folder: string, scope: TransactionScope): Promise<EmbeddedPostgres> {
  if (!hasEmbedded(folder)) await createEmbedded(folder);
  return start(pathIn(folder), scope);
}

/**
 * Makes a database beside its place and moves it there when it is whole and closed: one whose content was refused, or that a kill left
 * half filled, would otherwise be taken for the database at the next start.
 */
export async function createEmbedded(
  folder: string,
  fill: (postgres: EmbeddedPostgres) => Promise<unknown> = async () => {},
): Promise<void> {
  const unfinished = `${pathIn(folder)}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const postgres = await start(unfinished, createTransactionScope());
  try {
    await fill(postgres);
  } finally {
    await postgres.close();
  }
  renameSync(unfinished, pathIn(folder));
  flushFolder(folder);
}

function pathIn(folder: string): string {
  return join(folder, 'pg');
}

async function start(path: string, scope: TransactionScope): Promise<EmbeddedPostgres> {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  return EmbeddedPostgres.open(path, scope).catch((error) => {
    throw new StoreError(`The database in ${path} cannot be opened. ${toStoreError(error).message}`);
  });
}
