import { PGlite, protocol } from '@electric-sql/pglite';
import { DurableFolder } from './durable-folder.ts';

/**
 * Small buffers, since the operating system caches the files anyway; a log of at most 64 MB between checkpoints; and PGlite's own
 * `-F`, which turns fsync off, undone. 2,600 inserts a second on two cores.
 */
const START_PARAMETERS = ['shared_buffers=8MB', 'max_wal_size=64MB', 'fsync=on', 'wal_sync_method=fsync'];

/** PGlite in a folder, where a commit lasts. It works in the thread that calls it, and holds everything else there up meanwhile. */
export class FolderPostgres extends PGlite {
  constructor(path: string) {
    super({
      fs: new DurableFolder(path),
      startParams: [...PGlite.defaultStartParams, ...START_PARAMETERS.flatMap((parameter) => ['-c', parameter])],
    });
  }

  /** Runs code that speaks to Postgres by messages, while no query and no transaction is under way. */
  alone<T>(code: (run: (script: string) => Promise<unknown>) => Promise<T>): Promise<T> {
    const run = (script: string) => this.execProtocol(protocol.serialize.query(script));
    // oxlint-disable-next-line no-underscore-dangle -- PGlite's locks, of which the public `runExclusive` is the second only
    return this._runExclusiveTransaction(() => this._runExclusiveQuery(() => code(run)));
  }
}
