import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, protocol } from '@electric-sql/pglite';
import { DurableFolder } from './durable-folder.ts';
import { createFatalLine, type FatalLine } from '../fatal-line.ts';

/**
 * Small buffers, since the operating system caches the files anyway; a log of at most 64 MB between checkpoints; and PGlite's own
 * `-F`, which turns fsync off, undone. 2,600 inserts a second on two cores.
 */
const START_PARAMETERS = ['shared_buffers=8MB', 'max_wal_size=64MB', 'fsync=on', 'wal_sync_method=fsync'];

/**
 * Postgres' own lock. A kill or a power cut between its creation and its first line leaves it empty, and Postgres would refuse to
 * start for ever. Nothing is lost with it: the data folder has a lock of ours (data-folder.ts), which ends with its process.
 */
const LOCK_FILE = 'postmaster.pid';

/** PGlite in a folder, where a commit lasts. It works in the thread that calls it, and holds everything else there up meanwhile. */
export class FolderPostgres extends PGlite {
  /** Why Postgres ended; null: it has not, or has not said. */
  readonly fatalLine: FatalLine['read'];

  constructor(path: string) {
    rmSync(join(path, LOCK_FILE), { force: true });
    const fatalLine = createFatalLine();
    super({
      fs: new DurableFolder(path),
      onStderr: fatalLine.hear,
      startParams: [...PGlite.defaultStartParams, ...START_PARAMETERS.flatMap((parameter) => ['-c', parameter])],
    });
    this.fatalLine = fatalLine.read;
  }

  /** Runs code that speaks to Postgres by messages, while no query and no transaction is under way. */
  alone<T>(code: (run: (script: string) => Promise<unknown>) => Promise<T>): Promise<T> {
    const run = (script: string) => this.execProtocol(protocol.serialize.query(script));
    // oxlint-disable-next-line no-underscore-dangle -- PGlite's locks, of which the public `runExclusive` is the second only
    return this._runExclusiveTransaction(() => this._runExclusiveQuery(() => code(run)));
  }
}
