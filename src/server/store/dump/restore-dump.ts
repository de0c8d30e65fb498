import type { Session } from '../migrate.ts';
import { StoreError } from '../store-error.ts';

/** Postgres 17 and newer write it, and servers before do not know it. Only the dump's head has it at a line's start before any data. */
const NEWER_SETTING = /^SET transaction_timeout = 0;$/m;

/** Brings a dump into an empty database, in one transaction. Throws StoreError when it has tables, or the dump is damaged. */
export async function restoreDump(session: Session, dump: string): Promise<void> {
  const [found] = await session.query<{ count: number }>(
    `select count(*) as count from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p', 'v', 'm', 'S') and nspname <> 'information_schema' and nspname not like 'pg\\_%'`,
  );
  if (found?.count !== 0) throw new StoreError('The database is not empty; nothing was changed.');
  await session.run(dump.replace(NEWER_SETTING, ''));
}
