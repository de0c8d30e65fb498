import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Bucket } from '#/server/bucket/bucket.ts';
import { cancelEvent, changedEvent } from '#/server/store/events/download-events.ts';
import type { LiveControls } from '#/server/store/events/live-controls.ts';
import { IS_KEPT } from '#/server/store/tables/rules.ts';
import { downloads } from '#/server/store/schema/schema.ts';
import type { Store } from '#/server/store/store.ts';
import { FILES, type JobQueue } from './queue.ts';

type Ports = {
  store: Store;
  queue: JobQueue;
  bucket: Bucket;
  controls: Pick<LiveControls, 'takenDown'>;
  log: (line: string) => void;
};

/**
 * Ends the making of files that the blocklist names, and deletes those that are made. Their rows say why. Workers and whoever fetches one
 * hear of it at once, on any server. Gives how many there were.
 */
export async function takeDown({ store, queue, bucket, controls, log }: Ports): Promise<number> {
  const { id, ruleKeys, objectKey } = downloads;
  const kept = await store.db.select({ id, ruleKeys }).from(downloads).where(IS_KEPT);
  const ids = kept.filter((row) => controls.takenDown(row.ruleKeys)).map((row) => row.id);
  if (ids.length === 0) return 0;
  const objectKeys = await store.transaction(async (tx) => {
    const isHit = and(inArray(id, ids), IS_KEPT);
    const rows = await tx.select({ id, objectKey }).from(downloads).where(isHit).orderBy(asc(id)).for('update');
    await queue.boss.cancel(FILES, ids, queue.within(tx));
    await tx
      .update(downloads)
      .set({ state: 'failed', failure: { code: 'taken_down' }, objectKey: null, updatedAt: sql`now()` })
      .where(isHit);
    return rows.flatMap((row) => row.objectKey ?? []);
  });
  await store.publish(ids.flatMap((one) => [cancelEvent(one), changedEvent(one)]));
  // Rows come first, so that none says `ready` of a file that is gone; what is left behind here, the sweep finds.
  for (const key of objectKeys) await bucket.delete(key).catch((error: Error) => log(`The bucket: ${error.message}`));
  return ids.length;
}

/** What an attempt is made of, once it is found: of an archive nobody knows it before. */
export async function noteRuleKeys(
  store: Store,
  { id: rowId, attempt }: { id: string; attempt: number },
  keys: readonly string[],
): Promise<void> {
  await store.db
    .update(downloads)
    .set({ ruleKeys: [...keys] })
    .where(and(eq(downloads.id, rowId), eq(downloads.attempt, attempt)));
}
