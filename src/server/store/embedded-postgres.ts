import { PGlite, protocol, type QueryOptions, type Results, type Transaction } from '@electric-sql/pglite';
import { DurableFolder } from './durable-folder.ts';
import { toStoreError } from './store-error.ts';
import type { TransactionScope } from './transaction-scope.ts';

/**
 * Small buffers, since the operating system caches the files anyway; a log of at most 64 MB between checkpoints; and PGlite's own
 * `-F`, which turns fsync off, undone. 2,600 inserts a second on two cores.
 */
const START_PARAMETERS = ['shared_buffers=8MB', 'max_wal_size=64MB', 'fsync=on', 'wal_sync_method=fsync'];

/**
 * PGlite whose errors are StoreErrors – its own print its minified bundle – and which refuses a query beside the transaction that its
 * caller is in, where it would wait for ever.
 */
export class EmbeddedPostgres extends PGlite {
  readonly #scope: TransactionScope;

  constructor(path: string, scope: TransactionScope) {
    super({
      fs: new DurableFolder(path),
      startParams: [...PGlite.defaultStartParams, ...START_PARAMETERS.flatMap((parameter) => ['-c', parameter])],
    });
    this.#scope = scope;
  }

  override query<T>(text: string, values?: unknown[], options?: QueryOptions): Promise<Results<T>> {
    return this.#guarded(() => super.query<T>(text, values, options));
  }

  override exec(script: string, options?: QueryOptions): Promise<Results[]> {
    return this.#guarded(() => super.exec(script, options));
  }

  override async transaction<T>(code: (tx: Transaction) => Promise<T>): Promise<T> {
    this.#scope.refuseInside();
    let thrown: unknown;
    const transaction = super.transaction((tx) =>
      this.#scope
        .run(() => code(withShortErrors(tx)))
        .catch((error) => {
          thrown = error;
          throw error;
        }),
    );
    return transaction.catch((error) => {
      throw error === thrown ? error : toStoreError(error);
    });
  }

  /** Runs code that speaks to Postgres by messages, while no query and no transaction is under way. */
  alone<T>(code: (run: (script: string) => Promise<unknown>) => Promise<T>): Promise<T> {
    const run = (script: string) => this.execProtocol(protocol.serialize.query(script));
    // oxlint-disable-next-line no-underscore-dangle -- PGlite's locks, of which the public `runExclusive` is the second only
    return this._runExclusiveTransaction(() => this._runExclusiveQuery(() => code(run)));
  }

  async #guarded<T>(action: () => Promise<T>): Promise<T> {
    this.#scope.refuseInside();
    return short(action());
  }
}

function withShortErrors(tx: Transaction): Transaction {
  return {
    query: (...args) => short(tx.query(...args)),
    exec: (...args) => short(tx.exec(...args)),
    sql: (...args) => short(tx.sql(...args)),
    rollback: () => tx.rollback(),
    listen: (...args) => tx.listen(...args),
    get closed() {
      return tx.closed;
    },
  };
}

async function short<T>(result: Promise<T>): Promise<T> {
  return result.catch((error) => {
    throw toStoreError(error);
  });
}
