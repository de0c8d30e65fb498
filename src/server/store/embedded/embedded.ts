import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Adapter, Hearing } from '../adapter.ts';
import { hasChild } from '../child/child-path.ts';
import { openEmbedded } from './embedded-folder.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { EVENT_CHANNEL } from '../events/events.ts';
import { prepareTables, type Session, type TablesAsked } from '../migrate.ts';
import * as schema from '../schema/schema.ts';
import { StoreError } from '../store-error.ts';
import type { TransactionScope } from './transaction-scope.ts';
import { startMaintenance } from './maintenance.ts';

/** Postgres in this process, in the data folder. */
export async function openEmbeddedAdapter(
  folder: string,
  scope: TransactionScope,
  { receive, resync, log }: Hearing,
  tables: TablesAsked,
): Promise<Adapter & { postgres: EmbeddedPostgres }> {
  if (hasChild(folder)) {
    throw new StoreError(`${folder} has a PostgreSQL: set EMBEDDED_DATABASE=postgres, or DATA_DIR to another folder.`);
  }
  const postgres = await openEmbedded(folder, scope, { log, onReopened: () => scope.outside(resync) });
  try {
    const session = embeddedSession(postgres);
    await prepareTables(session, tables);
    await postgres.listen(EVENT_CHANNEL, (payload) => scope.outside(() => receive(payload)));
    const maintenance = startMaintenance(session, log);
    return {
      postgres,
      // It asks by `query` and `transaction` only.
      db: drizzle(postgres as unknown as PGlite, { schema }),
      query: session.query,
      async close() {
        await maintenance.stop();
        await postgres.close();
      },
    };
  } catch (error) {
    await postgres.close();
    throw error;
  }
}

export function embeddedSession(postgres: EmbeddedPostgres): Session {
  return {
    query: async <Row>(text: string, values?: readonly unknown[]) => (await postgres.query<Row>(text, values)).rows,
    run: async (script) => void (await postgres.exec(script)),
  };
}
