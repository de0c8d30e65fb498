import { and, count, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { fail, type Failure, ok, type Result } from '#/model/failure.ts';
import type { Bucket } from '#/server/bucket/bucket.ts';
import { changedEvent } from '#/server/store/events/download-events.ts';
import { downloads, type StoredDownload } from '#/server/store/schema/schema.ts';
import type { Store, StoreTransaction } from '#/server/store/store.ts';
import { expireMissingFiles } from './sweeping/expired-files.ts';
import { columnsOf, type JobRequest } from './job-request.ts';
import { FILES, JOB_TABLE, type JobQueue } from './queue.ts';
import type { JobsSettings } from './settings.ts';

/** One at a time, so that what is counted holds until the row is there. Any numbers, the same for all processes. */
const KEEP_LOCK = sql`select pg_advisory_xact_lock(7251, 1)`;
/** A file that is about to be deleted is not joined. */
const JOINED_FOR_S = 60;

type Ports = {
  store: Store;
  bucket: Pick<Bucket, 'head'>;
  queue: JobQueue;
  settings: JobsSettings;
  /** Why so many bytes more could not be stored now; null: nothing is known of. */
  storageFailure: (bytes: number) => Promise<Failure | null>;
};

/**
 * Makes the row and its job in one transaction, or finds those of the same request; one whose file is gone is ended, and made anew. Failures:
 * queue_full, too_many_kept, storage_full.
 */
export async function keep(ports: Ports, job: JobRequest): Promise<Result<StoredDownload>> {
  const kept = await keepOrJoin(ports, job);
  if (!kept.ok || kept.value.state !== 'ready' || !kept.value.objectKey) return kept;
  const { id, objectKey: key } = kept.value;
  const isGone = (await expireMissingFiles(ports, [{ id, key }])) > 0;
  return isGone ? keepOrJoin(ports, job) : kept;
}

async function keepOrJoin(
  { store, queue, settings, storageFailure }: Ports,
  job: JobRequest,
): Promise<Result<StoredDownload>> {
  const columns = columnsOf(job);
  const full = await storageFailure(job.kind === 'file' ? (job.expectedBytes ?? 0) : 0);
  const kept = await store.transaction(async (tx): Promise<Result<{ row: StoredDownload; isNew: boolean }>> => {
    await tx.execute(KEEP_LOCK);
    const same = await findSame(tx, columns);
    if (same) return ok({ row: same, isNew: false });
    if (full) return { ok: false, failure: full };
    const refused = await refusalOf(tx, job.owner, settings);
    if (refused) return refused;
    const id = crypto.randomUUID();
    const [row] = await tx
      .insert(downloads)
      .values({ ...columns, id, isKept: true, state: 'queued' })
      .returning();
    if (!row) throw new Error('a row that was inserted is not there');
    const priority = await priorityOf(tx, job.owner);
    await queue.boss.send(FILES, {}, { id, priority, group: { id: cappedGroupOf(row) }, ...queue.within(tx) });
    return ok({ row, isNew: true });
  });
  if (!kept.ok) return kept;
  const { row, isNew } = kept.value;
  if (isNew) void store.publish([changedEvent(row.id)]);
  return ok(row);
}

/** What is capped together: a platform, or the archives of many links. */
export function cappedGroupOf({ platform }: Pick<StoredDownload, 'platform'>): string {
  return platform ?? 'several';
}

async function findSame(
  tx: StoreTransaction,
  { owner, canonicalUrl, formatId, request }: ReturnType<typeof columnsOf>,
): Promise<StoredDownload | undefined> {
  const isSame = and(
    eq(downloads.owner, owner),
    eq(downloads.isKept, true),
    canonicalUrl ? eq(downloads.canonicalUrl, canonicalUrl) : isNull(downloads.canonicalUrl),
    formatId ? eq(downloads.formatId, formatId) : isNull(downloads.formatId),
    sql`${downloads.request} = ${JSON.stringify(request)}::jsonb`,
  );
  const isAlive = or(
    inArray(downloads.state, ['queued', 'preparing']),
    and(
      eq(downloads.state, 'ready'),
      gt(downloads.expiresAt, sql`now() + ${JOINED_FOR_S}::integer * interval '1 second'`),
    ),
  );
  const [row] = await tx.select().from(downloads).where(and(isSame, isAlive)).limit(1);
  return row;
}

async function refusalOf(
  tx: StoreTransaction,
  owner: string,
  { keptPerOwner, userTimes, keptWaiting }: JobsSettings,
): Promise<ReturnType<typeof fail> | null> {
  const isOpen = inArray(downloads.state, ['queued', 'preparing', 'ready']);
  const own = await tx.$count(downloads, and(eq(downloads.owner, owner), eq(downloads.isKept, true), isOpen));
  const mayKeep = owner.startsWith('user:') ? keptPerOwner * userTimes : keptPerOwner;
  if (own >= mayKeep) return fail('too_many_kept');
  const [row] = await tx
    .select({ waiting: count() })
    .from(downloads)
    .where(and(eq(downloads.state, 'queued'), eq(downloads.isKept, true)));
  const waiting = row?.waiting ?? 0;
  return waiting < keptWaiting ? null : fail('queue_full', { retryAfterS: retryAfterS(waiting) });
}

/** A place is free as soon as one job ends; but many come back for it. */
function retryAfterS(waiting: number): number {
  return Math.min(300, 5 + Math.round(waiting / 10));
}

/**
 * Round by round, each visitor one job: a new one goes into the round that is next, or into the one after its owner's last.
 * So whoever asks for ten at once waits behind whoever asks for one, and nobody waits for ever. Lower numbers are later rounds.
 */
async function priorityOf(tx: StoreTransaction, owner: string): Promise<number> {
  const { rows } = await tx.execute<{ next: number | null; last: number | null }>(sql`
    select max(job.priority) filter (where job.state < 'active') as next,
      min(job.priority) filter (where downloads.owner = ${owner}) as last
    from ${sql.raw(JOB_TABLE)} job join downloads on downloads.id = job.id
    where job.name = ${FILES} and job.state <= 'active'`);
  const { next = null, last = null } = rows[0] ?? {};
  const afterOwn = last === null ? 0 : last - 1;
  return next === null ? afterOwn : last === null ? next : Math.min(next, afterOwn);
}
