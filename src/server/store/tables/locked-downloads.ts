import { asc, type SQL } from 'drizzle-orm';
import { downloads } from '../schema/schema.ts';
import type { StoreTransaction } from '../store.ts';

/**
 * Ids of the downloads that a condition means, for a statement that changes them: locked one after the other in the order of their ids.
 * Statements that lock the same rows in different orders wait for each other, until PostgreSQL ends one of them. Rows come before
 * their jobs and webhooks everywhere.
 */
export function lockedDownloads(db: Pick<StoreTransaction, 'select'>, which: SQL | undefined) {
  return db.select({ id: downloads.id }).from(downloads).where(which).orderBy(asc(downloads.id)).for('update');
}
