/** How a query's rows are to be: as PGlite's own options, as far as they can be sent to a thread. */
export type RowOptions = {
  rowMode?: 'array' | 'object';
  /** Types, by their OIDs, whose values stay the text that Postgres sends. */
  textOids: readonly number[];
};

/** What the thread of the embedded database is asked to do. Each is done when all before it are. */
export type DatabaseRequest =
  | { type: 'query'; text: string; values: readonly unknown[]; options: RowOptions }
  | { type: 'exec'; script: string; options: RowOptions }
  | { type: 'listen'; channel: string }
  /** Answers the database as SQL. */
  | { type: 'dump' }
  | { type: 'close' };

/** A StoreError, as it crosses to the other thread. */
export type SentError = { message: string; code: string | null; constraint: string | null };

export type ToDatabaseThread = { id: number; request: DatabaseRequest };
export type FromDatabaseThread =
  | { type: 'opened' }
  /** The thread ends. */
  | { type: 'unopened'; error: SentError }
  | { type: 'answer'; id: number; result: unknown }
  /** `isLast`: the database is beyond use, and only one that is opened anew answers again. */
  | { type: 'refusal'; id: number; error: SentError; isLast: boolean }
  | { type: 'notification'; channel: string; payload: string };
