import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SettingsError } from './env.ts';

export type DataFolder = { path: string; release: () => void };

/**
 * Opens the data folder for this process alone. The lock is the kernel's (SQLite's exclusive lock on a file), so that any death of
 * this process frees it. Shared, as by processes that have a PostgreSQL, it is not locked. Throws SettingsError when another process
 * has the folder, naming its process id.
 */
export function openDataFolder(folder: string, { isShared = false } = {}): DataFolder {
  const path = resolve(folder);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chmodSync(path, 0o700);
  } catch (error) {
    throw new SettingsError(`DATA_DIR ${path} cannot be used: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
  if (isShared) return { path, release: () => {} };
  const lock = lockFolder(path);
  writeFileSync(join(path, 'owner.pid'), String(process.pid), { mode: 0o600 });
  return { path, release: () => lock.close() };
}

function lockFolder(path: string): DatabaseSync {
  const lock = new DatabaseSync(join(path, 'lock.sqlite'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    const owner = readIfThere(join(path, 'owner.pid')) ?? 'unknown';
    throw new SettingsError(
      `DATA_DIR ${path} is in use by another Clipferry, process ${owner}. Stop it, set DATA_DIR to another folder, or, ` +
        'for several processes of one site, set DATABASE_URL.',
      { cause: error },
    );
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
