import type { PGlite } from '@electric-sql/pglite';
import { pgDump } from '@electric-sql/pglite-tools/pg_dump';
import { DUMP_ARGUMENTS } from '../dump-arguments.ts';
import type { FolderPostgres } from '../embedded/folder-postgres.ts';
import { toStoreError } from '../store-error.ts';

/**
 * The embedded database as SQL, by Postgres's own pg_dump: tables, rows, sequences, of all schemas. It speaks to Postgres by
 * messages that PGlite does not queue, so nothing else may be under way; it holds everything up while it runs (0.7 s when empty).
 */
export async function dumpDatabase(postgres: FolderPostgres): Promise<string> {
  try {
    const file = await postgres.alone(async (run) => {
      try {
        return await pgDump({ pg: speaker(postgres, run), args: DUMP_ARGUMENTS });
      } finally {
        await leaveTransaction(run);
      }
    });
    return await file.text();
  } catch (error) {
    throw toStoreError(error);
  }
}

/** pg_dump hangs up inside its read-only transaction; here that is everybody's connection, on which nothing would last from then on. */
async function leaveTransaction(run: (script: string) => Promise<unknown>): Promise<void> {
  await run('rollback');
  await run('reset all');
}

/** What pgDump uses of PGlite: messages, and two methods that would wait for the very queue that is being held. */
function speaker(postgres: FolderPostgres, run: (script: string) => Promise<unknown>): PGlite {
  const used = {
    execProtocolRawStream: postgres.execProtocolRawStream.bind(postgres),
    exec: run,
    query: () => Promise.resolve({ rows: [{ search_path: 'public' }] }),
  };
  return used as unknown as PGlite;
}
