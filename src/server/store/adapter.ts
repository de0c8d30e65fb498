import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Session } from './migrate.ts';
import type * as schema from './schema/schema.ts';

type Rows<Row> = { rows: Row[] };

interface RowsResult extends PgQueryResultHKT {
  type: Rows<this['row']>;
}

/** drizzle on either database. Queries without columns of a table, `db.execute(sql…)`, answer `{ rows }`. */
export type Database = PgDatabase<RowsResult, typeof schema>;

/** What one kind of database does by itself; store.ts makes a Store of it. */
export type Adapter = {
  db: Database;
  query: Session['query'];
  close: () => Promise<void>;
};

/** Where an adapter tells what it hears. */
export type Hearing = {
  receive: (payload: string) => void;
  resync: () => void;
  log: (line: string) => void;
};
