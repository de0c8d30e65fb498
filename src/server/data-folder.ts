import { chmodSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { roomText } from './bucket/disk-room.ts';
import { SettingsError } from './env.ts';
import { hasChild } from './store/child/child-path.ts';
import { dropUnfinished, hasEmbedded } from '#/server/store/embedded/embedded-folder.ts';

type DataFolder = { path: string; release: () => void };

/**
 * What must be free to start: a new database is 40 MB; one that is there needs a segment of its log (16 MB) to recover what a death left;
 * without a database of its own, the folder has the extractor's notes and files on their way.
 */
const NEEDED_BYTES = { fresh: 64e6, existing: 24e6, shared: 1e6 };
/** SQLite's code for a lock that another process holds. */
const SQLITE_BUSY = 5;

/** Another process has the data folder. */
export class FolderInUseError extends SettingsError {
  readonly folder: string;

  constructor(message: string, folder: string, options: ErrorOptions) {
    super(message, options);
    this.folder = folder;
  }
}

type Options = {
  isShared?: boolean;
  /** Bytes that are free in a folder; of the system, unless a test brings its own. */
  freeBytesIn?: (folder: string) => number;
};

/**
 * Opens the data folder for this process alone. The lock is the kernel's (SQLite's exclusive lock on a file), so that any death of
 * this process frees it. Shared, as by processes that have a PostgreSQL, it is not locked. What a start that was killed has left of a
 * database is removed. Throws FolderInUseError when another process has the folder, naming its process id, and SettingsError when there is too
 * little room to start, naming how much is free and how much is needed.
 */
export function openDataFolder(
  folder: string,
  { isShared = false, freeBytesIn = freeBytes }: Options = {},
): DataFolder {
  const path = resolve(folder);
  explained(path, () => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chmodSync(path, 0o700);
  });
  if (isShared) {
    requireRoom(path, NEEDED_BYTES.shared, freeBytesIn);
    return { path, release: () => {} };
  }
  const needed = hasEmbedded(path) || hasChild(path) ? NEEDED_BYTES.existing : NEEDED_BYTES.fresh;
  const lock = lockFolder(path, () => requireRoom(path, needed, freeBytesIn));
  try {
    dropUnfinished(path);
    requireRoom(path, needed, freeBytesIn);
    explained(path, () => writeFileSync(join(path, 'owner.pid'), String(process.pid), { mode: 0o600 }));
  } catch (error) {
    lock.close();
    throw error;
  }
  return { path, release: () => lock.close() };
}

/** `requireSomeRoom` is asked when it was not another process that kept it from being locked. */
function lockFolder(path: string, requireSomeRoom: () => void): DatabaseSync {
  const lock = explained(path, () => new DatabaseSync(join(path, 'lock.sqlite'), { timeout: 0 }));
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (errorCode(error) !== SQLITE_BUSY) {
      requireSomeRoom();
      throw unusable(path, error);
    }
    const owner = readIfThere(join(path, 'owner.pid')) ?? 'unknown';
    throw new FolderInUseError(
      `DATA_DIR ${path} is in use by another Clipferry, process ${owner}. Stop it, set DATA_DIR to another folder, or, ` +
        'for several processes of one site, set DATABASE_URL.',
      path,
      { cause: error },
    );
  }
}

function requireRoom(folder: string, neededBytes: number, freeBytesIn: (folder: string) => number): void {
  const free = explained(folder, () => freeBytesIn(folder));
  if (free >= neededBytes) return;
  const text = roomText({ folder, freeBytes: free, neededBytes, isShort: true });
  throw new SettingsError(
    `There is no room to start: DATA_DIR ${text} Make room there, or set DATA_DIR to a folder on another disk.`,
  );
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function explained<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw unusable(path, error);
  }
}

function unusable(path: string, error: unknown): SettingsError {
  return new SettingsError(`DATA_DIR ${path} cannot be used: ${error instanceof Error ? error.message : ''}`, {
    cause: error,
  });
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'errcode' in error ? error.errcode : null;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
