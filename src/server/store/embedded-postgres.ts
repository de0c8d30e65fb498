import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { QueryOptions, Results } from '@electric-sql/pglite';
import { StoreError, toStoreError } from './store-error.ts';
import type { FromThread, Order, RowOptions, SentError, ToThread } from './thread-messages.ts';
import type { TransactionScope } from './transaction-scope.ts';

/** What a transaction's code asks by. */
export type EmbeddedTransaction = Pick<EmbeddedPostgres, 'query' | 'exec'>;

type Waiting = { resolve: (result: never) => void; reject: (error: StoreError) => void };

/**
 * The embedded Postgres, which works in a thread of its own (postgres-thread.ts). It has the methods of PGlite that drizzle and pg-boss
 * use. Its errors are StoreErrors; a query beside the transaction that its caller is in, which would wait for ever, is refused.
 */
export class EmbeddedPostgres {
  readonly #thread: Worker;
  readonly #scope: TransactionScope;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  #lastId = 0;
  /** The one that is open; all else waits for its end, and looks again: of several that wait, the first may begin another. */
  #transaction: Promise<void> | null = null;
  /** Why nothing is answered any more. */
  #end: StoreError | null = null;

  private constructor(thread: Worker, scope: TransactionScope) {
    this.#thread = thread;
    this.#scope = scope;
    thread.on('message', (message: FromThread) => this.#hear(message));
    thread.on('error', (error) => this.#endWith(toStoreError(error)));
    thread.on('exit', () => this.#endWith(new StoreError('Database: it was closed')));
    // What is asked keeps the process alive, not that something could be.
    thread.unref();
  }

  /** Opens the database in a folder. Rejects with StoreError. */
  static async open(path: string, scope: TransactionScope): Promise<EmbeddedPostgres> {
    // Not bundled: it runs from the project's sources.
    const file = createRequire(import.meta.url).resolve('#/server/store/postgres-thread.ts');
    const thread = new Worker(file, { workerData: { path } });
    await new Promise<void>((resolve, reject) => {
      thread.once('message', (message: FromThread) => {
        if (message.type === 'unopened') reject(received(message.error));
        else resolve();
      });
      thread.once('error', reject);
    });
    return new EmbeddedPostgres(thread, scope);
  }

  async query<T>(text: string, values: readonly unknown[] = [], options?: QueryOptions): Promise<Results<T>> {
    this.#scope.refuseInside();
    while (this.#transaction) await this.#transaction;
    return this.#query(text, values, options);
  }

  async exec(script: string, options?: QueryOptions): Promise<Results[]> {
    this.#scope.refuseInside();
    while (this.#transaction) await this.#transaction;
    return this.#exec(script, options);
  }

  /** Commits what the code did, unless it throws. */
  async transaction<T>(code: (tx: EmbeddedTransaction) => Promise<T>): Promise<T> {
    this.#scope.refuseInside();
    while (this.#transaction) await this.#transaction;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#transaction = promise;
    try {
      await this.#exec('begin');
      const result = await this.#scope.run(() => code(this.#inside()));
      await this.#exec('commit');
      return result;
    } catch (error) {
      // Where the database itself has gone, there is nothing left to undo.
      await this.#exec('rollback').catch(() => {});
      throw error;
    } finally {
      this.#transaction = null;
      resolve();
    }
  }

  /** Returns how to hear no more. The channel itself stays open: there are few. */
  async listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(channel) ?? new Set();
    const isNew = !this.#listeners.has(channel);
    this.#listeners.set(channel, listeners.add(listener));
    if (isNew) await this.#send({ type: 'listen', channel });
    return async () => void listeners.delete(listener);
  }

  /** The database as SQL. */
  async dump(): Promise<string> {
    this.#scope.refuseInside();
    while (this.#transaction) await this.#transaction;
    return this.#send({ type: 'dump' });
  }

  async close(): Promise<void> {
    while (this.#transaction) await this.#transaction;
    await this.#send({ type: 'close' });
    await this.#thread.terminate();
  }

  #inside(): EmbeddedTransaction {
    return {
      query: (text, values = [], options) => this.#query(text, values, options),
      exec: (script, options) => this.#exec(script, options),
    };
  }

  #query<T>(text: string, values: readonly unknown[], options?: QueryOptions): Promise<Results<T>> {
    return this.#send({ type: 'query', text, values, options: sendable(options) });
  }

  #exec(script: string, options?: QueryOptions): Promise<Results[]> {
    return this.#send({ type: 'exec', script, options: sendable(options) });
  }

  #send<T>(order: Order): Promise<T> {
    if (this.#end) return Promise.reject(this.#end);
    const id = ++this.#lastId;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#thread.ref();
      this.#thread.postMessage({ id, order } satisfies ToThread);
    });
  }

  #hear(message: FromThread): void {
    if (message.type === 'notification') return this.#notify(message.channel, message.payload);
    if (message.type !== 'answer' && message.type !== 'refusal') return;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (this.#waiting.size === 0) this.#thread.unref();
    if (message.type === 'answer') waiting?.resolve(message.result as never);
    else waiting?.reject(received(message.error));
  }

  #notify(channel: string, payload: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(payload);
  }

  #endWith(error: StoreError): void {
    this.#end ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#end);
    this.#waiting.clear();
  }
}

function received({ message, code, constraint }: SentError): StoreError {
  return new StoreError(message, { code, constraint });
}

/** drizzle's parsers, the only ones that are given, all leave their types as text. */
function sendable({ rowMode, parsers = {} }: QueryOptions = {}): RowOptions {
  return { ...(rowMode && { rowMode }), textOids: Object.keys(parsers).map(Number) };
}
