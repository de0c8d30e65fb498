import { and, eq, sql } from 'drizzle-orm';
import type { Bucket } from '#/server/bucket/bucket.ts';
import { cancelEvent, changedEvent } from '#/server/store/events/download-events.ts';
import { downloads } from '#/server/store/schema/schema.ts';
import type { Store } from '#/server/store/store.ts';
import { FILES, type JobQueue } from './queue.ts';

type Ports = { store: Store; queue: JobQueue; bucket: Bucket; log: (line: string) => void };

/** `over`: it had ended, and no file is left of it. `unknown`: this owner has no such one. */
export type Cancelled = 'cancelled' | 'over' | 'unknown';

/** Ends the making of a file, or deletes it. */
export async function cancel({ store, queue, bucket, log }: Ports, id: string, owner: string): Promise<Cancelled> {
  if (!/^[0-9a-f-]{36}$/i.test(id)) return 'unknown';
  const found = await store.transaction(async (tx) => {
    const isOwn = and(eq(downloads.id, id), eq(downloads.owner, owner), eq(downloads.isKept, true));
    const [row] = await tx.select().from(downloads).where(isOwn).for('update');
    if (!row) return 'unknown';
    const { objectKey } = row;
    const isMade = row.state === 'ready' || row.state === 'done';
    if (row.state !== 'queued' && row.state !== 'preparing' && !(isMade && objectKey)) return 'over';
    await queue.boss.cancel(FILES, id, queue.within(tx));
    await tx
      .update(downloads)
      .set({ state: 'cancelled', objectKey: null, updatedAt: sql`now()` })
      .where(isOwn);
    return { objectKey };
  });
  if (typeof found === 'string') return found;
  void store.publish([cancelEvent(id), changedEvent(id)]);
  // The row comes first, so that none says `ready` of a file that is gone; what is left behind here, the sweep finds.
  if (found.objectKey)
    await bucket.delete(found.objectKey).catch((error: Error) => log(`The bucket: ${error.message}`));
  return 'cancelled';
}
