import type { Adapter, Database, Hearing } from './adapter.ts';
import type { EmbeddedKind } from './embedded-kind.ts';
import { createEventBus, createPublisher, EVENT_CHANNEL, type EventBus, type Publisher } from './events/events.ts';
import type { Session, TablesAsked } from './migrate.ts';
import { SERVER_TIMEOUTS, EMBEDDED_TIMEOUTS, type QueryTimeouts } from './query-timeouts.ts';
import { shortened } from './store-error.ts';
import type { EmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { createTransactionScope, type TransactionScope } from './embedded/transaction-scope.ts';

/** Inside a transaction, where every query goes through it. */
export type StoreTransaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export type Store = Pick<EventBus, 'onEvent' | 'onResync'> &
  Pick<Publisher, 'publish'> & {
    /** drizzle. Its errors are DrizzleQueryErrors with the driver's as their cause; `toStoreError` makes one line of them. */
    db: Database;
    /** Rows of an SQL text with values for $1, $2…: counts are numbers, instants Dates, jsonb is parsed. Rejects with StoreError. */
    query: Session['query'];
    /** All or nothing. The code's own errors pass through, the database's are StoreErrors; either undoes what was done. */
    transaction: <T>(code: (tx: StoreTransaction) => Promise<T>) => Promise<T>;
    /** Whether the database is this process's alone, which then is the only one of the site. */
    isEmbedded: boolean;
    /** For those who can do without it. */
    queryTimeouts: QueryTimeouts;
    /** For a library with connections of its own: the PGlite, which has one, or the address. */
    connection: EmbeddedPostgres | { url: string };
    /** The database of the data folder as SQL, for backup.ts; null on a PostgreSQL elsewhere, which has pg_dump. */
    dump: (() => Promise<string>) | null;
    /** Sends the events that wait, and ends all connections. */
    close: () => Promise<void>;
  };

export type StoreOptions = {
  /** `postgres://…`; without it the database is in the data folder. */
  url?: string | undefined;
  /** The data folder, locked by the caller (data-folder.ts), unless it joins. */
  folder: string;
  /** `pglite`, unless given. */
  embedded?: EmbeddedKind | undefined;
  /** Another process has the data folder and its PostgreSQL, which is used beside it. */
  joins?: boolean | undefined;
  /** `migrated`, unless given; `matching` for who joins. */
  tables?: TablesAsked | undefined;
  /** Unless given, that of its kind. */
  queryTimeouts?: QueryTimeouts | undefined;
  log: (line: string) => void;
};

/**
 * The database, with its tables up to date unless others are asked for. Rejects with StoreError when it cannot be opened or reached, is too old, or was migrated
 * by a newer version.
 */
export async function openStore({
  url,
  folder,
  embedded = 'pglite',
  joins = false,
  tables = joins ? 'matching' : 'migrated',
  queryTimeouts,
  log,
}: StoreOptions): Promise<Store> {
  const scope = createTransactionScope();
  const bus = createEventBus(log);
  const hearing: Hearing = { receive: bus.receive, resync: bus.resync, log };
  if (url !== undefined) {
    const { openPoolAdapter } = await import('./pg-pool.ts');
    const kind = {
      connection: { url },
      dump: null,
      isEmbedded: false,
      queryTimeouts: queryTimeouts ?? SERVER_TIMEOUTS,
    };
    return assemble(await openPoolAdapter(url, hearing, tables), kind, scope, bus, log);
  }
  if (embedded === 'postgres') {
    const { joinChildAdapter, openChildAdapter } = await import('./child/child.ts');
    const adapter = await (joins ? joinChildAdapter : openChildAdapter)(folder, hearing, tables);
    const own = queryTimeouts ?? (joins ? SERVER_TIMEOUTS : EMBEDDED_TIMEOUTS);
    const kind = { connection: { url: adapter.url }, dump: adapter.dump, isEmbedded: !joins, queryTimeouts: own };
    return assemble(adapter, kind, scope, bus, log);
  }
  const { openEmbeddedAdapter } = await import('./embedded/embedded.ts');
  const adapter = await openEmbeddedAdapter(folder, scope, hearing, tables);
  const { postgres } = adapter;
  const kind = {
    connection: postgres,
    dump: () => postgres.dump(),
    isEmbedded: true,
    queryTimeouts: queryTimeouts ?? EMBEDDED_TIMEOUTS,
  };
  return assemble(adapter, kind, scope, bus, log);
}

function assemble(
  { db, query, close }: Adapter,
  { connection, dump, isEmbedded, queryTimeouts }: Pick<Store, 'connection' | 'dump' | 'isEmbedded' | 'queryTimeouts'>,
  scope: TransactionScope,
  { onEvent, onResync }: EventBus,
  log: (line: string) => void,
): Store {
  const notify = `select pg_notify('${EVENT_CHANNEL}', payload) from unnest($1::text[]) payload`;
  const publisher = createPublisher((payloads) => scope.outside(() => query(notify, [payloads])), log);
  return {
    db,
    async query(text, values) {
      scope.refuseInside();
      return query(text, values);
    },
    async transaction(code) {
      scope.refuseInside();
      try {
        return await db.transaction((tx) => scope.run(() => code(tx)));
      } catch (error) {
        throw shortened(error);
      }
    },
    publish: publisher.publish,
    onEvent,
    onResync,
    isEmbedded,
    queryTimeouts,
    connection,
    dump,
    async close() {
      await publisher.close();
      await close();
    },
  };
}
