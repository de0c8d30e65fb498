import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { QueryOptions, Results } from '@electric-sql/pglite';
import { StoreError, toStoreError } from '../store-error.ts';
import type {
  FromDatabaseThread,
  DatabaseRequest,
  RowOptions,
  SentError,
  ToDatabaseThread,
} from './thread-messages.ts';
import type { TransactionScope } from './transaction-scope.ts';

/** What a transaction's code asks by. */
type EmbeddedTransaction = Pick<EmbeddedPostgres, 'query' | 'exec'>;

type Waiting = { resolve: (result: never) => void; reject: (error: StoreError) => void };

/** PostgreSQL's crash_shutdown and cannot_connect_now: whoever asks later may be answered (`isAway`). */
const CRASHED = '57P02';
const NOT_YET = '57P03';
/** Until it is opened anew after it gave up, and again while that fails, as on a disk without room. */
const REOPEN_AFTER_MS = 1_000;

/** What it tells whoever has opened it. */
export type EmbeddedObserver = {
  log: (line: string) => void;
  /** It was away for a moment, and what it notified of meanwhile was not heard. */
  onReopened: () => void;
};

/**
 * The embedded Postgres, which works in a thread of its own (postgres-thread.ts). It has the methods of PGlite that drizzle and pg-boss
 * use. Its errors are StoreErrors; a query beside the transaction that its caller is in, which would wait for ever, is refused.
 *
 * A database that gives up, as one does whose log finds no room on the disk, is opened anew from what is on the disk, as after a crash:
 * what was acknowledged is there. Until then everything is refused as by a server that is away.
 */
export class EmbeddedPostgres {
  readonly #path: string;
  readonly #scope: TransactionScope;
  readonly #observer: EmbeddedObserver;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  /** null: it has given up, and is not open again yet. */
  #thread: Worker | null = null;
  #lastId = 0;
  /** The one that is open; all else waits for its end, and looks again: of several that wait, the first may begin another. */
  #transaction: Promise<void> | null = null;
  #isClosed = false;

  private constructor(path: string, scope: TransactionScope, observer: EmbeddedObserver) {
    this.#path = path;
    this.#scope = scope;
    this.#observer = observer;
  }

  /** Opens the database in a folder. Rejects with StoreError. */
  static async open(
    path: string,
    scope: TransactionScope,
    observer: EmbeddedObserver = SILENT,
  ): Promise<EmbeddedPostgres> {
    const postgres = new EmbeddedPostgres(path, scope, observer);
    postgres.#take(await openThread(path));
    return postgres;
  }

  #take(thread: Worker): void {
    this.#thread = thread;
    thread.on('message', (message: FromDatabaseThread) => this.#hear(thread, message));
    thread.on('error', (error) => this.#lose(thread, toStoreError(error)));
    thread.on('exit', () => this.#lose(thread, new StoreError('Database: it ended')));
    // What is asked keeps the process alive, not that something could be.
    thread.unref();
  }

  /** What was asked of it is answered by nobody any more. */
  #lose(thread: Worker, error: StoreError): void {
    if (this.#thread !== thread) return;
    this.#thread = null;
    for (const { reject } of this.#waiting.values()) reject(new StoreError(error.message, { code: CRASHED }));
    this.#waiting.clear();
    if (this.#isClosed) return;
    this.#observer.log(`The database gave up, and is opened anew. ${error.message}`);
    void this.#reopen(thread);
  }

  async #reopen(former: Worker): Promise<void> {
    await former.terminate();
    let thread: Worker | null = null;
    for (let tries = 0; !thread; tries++) {
      await sleep(REOPEN_AFTER_MS, undefined, { ref: false });
      if (this.#isClosed) return;
      thread = await openThread(this.#path).catch((error: unknown) => {
        if (tries === 0) this.#observer.log(`The database cannot be opened yet. ${toStoreError(error).message}`);
        return null;
      });
    }
    if (this.#isClosed) return void (await thread.terminate());
    this.#take(thread);
    const listening = [...this.#listeners.keys()].map((channel) => this.#send({ type: 'listen', channel }));
    // One that gives up at this is opened anew by itself.
    if ((await Promise.allSettled(listening)).some(({ status }) => status === 'rejected')) return;
    this.#observer.log('The database is open again.');
    this.#observer.onReopened();
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
      const thread = this.#thread;
      await this.#exec('begin');
      const result = await this.#scope.run(() => code(this.#inside(thread)));
      this.#requireSame(thread);
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
    const thread = this.#thread;
    this.#isClosed = true;
    // One that has given up has nothing to write any more.
    await this.#send({ type: 'close' }).catch((error: unknown) => this.#observer.log(toStoreError(error).message));
    await thread?.terminate();
  }

  #inside(thread: Worker | null): EmbeddedTransaction {
    return {
      query: async (text, values = [], options) => {
        this.#requireSame(thread);
        return this.#query(text, values, options);
      },
      exec: async (script, options) => {
        this.#requireSame(thread);
        return this.#exec(script, options);
      },
    };
  }

  /** What a transaction has begun in a database that has given up is undone, and not gone on with in the next. */
  #requireSame(thread: Worker | null): void {
    if (this.#thread !== thread) throw new StoreError('Database: it gave up in the middle', { code: CRASHED });
  }

  #query<T>(text: string, values: readonly unknown[], options?: QueryOptions): Promise<Results<T>> {
    return this.#send({ type: 'query', text, values, options: sendable(options) });
  }

  #exec(script: string, options?: QueryOptions): Promise<Results[]> {
    return this.#send({ type: 'exec', script, options: sendable(options) });
  }

  #send<T>(request: DatabaseRequest): Promise<T> {
    const thread = this.#thread;
    if (this.#isClosed && request.type !== 'close') return Promise.reject(new StoreError('Database: it was closed'));
    if (!thread) return Promise.reject(new StoreError('Database: it is opened anew', { code: NOT_YET }));
    const id = ++this.#lastId;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      thread.ref();
      thread.postMessage({ id, request } satisfies ToDatabaseThread);
    });
  }

  #hear(thread: Worker, message: FromDatabaseThread): void {
    if (this.#thread !== thread) return;
    if (message.type === 'notification') return this.#notify(message.channel, message.payload);
    if (message.type !== 'answer' && message.type !== 'refusal') return;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (this.#waiting.size === 0) thread.unref();
    if (message.type === 'answer') return waiting?.resolve(message.result as never);
    waiting?.reject(received(message.error));
    if (message.isLast) this.#lose(thread, received(message.error));
  }

  #notify(channel: string, payload: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(payload);
  }
}

const SILENT: EmbeddedObserver = { log: () => {}, onReopened: () => {} };

async function openThread(path: string): Promise<Worker> {
  // Not bundled: it runs from the project's sources.
  const file = createRequire(import.meta.url).resolve('#/server/store/embedded/postgres-thread.ts');
  const thread = new Worker(file, { workerData: { path } });
  try {
    await new Promise<void>((resolve, reject) => {
      thread.once('message', (message: FromDatabaseThread) => {
        if (message.type === 'unopened') reject(received(message.error));
        else resolve();
      });
      thread.once('error', reject);
      thread.once('exit', () => reject(new StoreError('Database: it ended while it was opened')));
    });
  } catch (error) {
    // It holds files open, and may still write.
    await thread.terminate();
    throw error;
  }
  return thread;
}

function received({ message, code, constraint }: SentError): StoreError {
  return new StoreError(message, { code, constraint });
}

/** drizzle's parsers, the only ones that are given, all leave their types as text. */
function sendable({ rowMode, parsers = {} }: QueryOptions = {}): RowOptions {
  return { ...(rowMode && { rowMode }), textOids: Object.keys(parsers).map(Number) };
}
