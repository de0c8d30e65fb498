import { allowances } from '#app.config';
import type { Bucket } from '#/server/bucket/bucket.ts';
import { changedEvent } from '#/server/store/events/download-events.ts';
import { sweepStatistics } from '#/server/store/tables/statistics.ts';
import type { Store } from '#/server/store/store.ts';
import { FILES, JOB_TABLE } from '../queue.ts';
import type { JobsSettings, Timing } from '../settings.ts';
import { sweepObjects } from './sweep-objects.ts';

export type SweepPorts = { store: Store; bucket: Bucket; settings: JobsSettings; timing: Timing };

const BATCH = 500;
const BEFORE = "now() - $1 * interval '1 second'";

/**
 * Ends what nobody ends otherwise: files whose time is over, rows without a job, streams whose server died, old rows, objects that no
 * row names. What somebody else is at is left to the next sweep, so that nobody waits for one. Rows come first and objects after them, so a row that says `ready` has its object, and what a process that dies in
 * between leaves behind is an object that the next sweep finds.
 */
export async function sweep(ports: SweepPorts): Promise<void> {
  await expireFiles(ports);
  await failLost(ports);
  await endSilent(ports);
  await forgetOld(ports);
  await sweepStatistics(ports.store);
  await sweepObjects(ports);
}

async function expireFiles({ store, bucket }: SweepPorts): Promise<void> {
  for (let count = BATCH; count === BATCH;) {
    const expired = await store.query<{ id: string; key: string }>(
      `with due as (
         select id, object_key from downloads
         where is_kept and state in ('ready', 'done') and object_key is not null and expires_at < now()
         limit ${BATCH} for update skip locked
       )
       update downloads
       set state = case downloads.state when 'ready' then 'expired' else downloads.state end, object_key = null, updated_at = now()
       from due where downloads.id = due.id returning downloads.id, due.object_key as key`,
    );
    await tell(store, expired);
    for (const { key } of expired) await bucket.delete(key);
    count = expired.length;
  }
}

/** The library gave their job up, because each process that tried it died. */
async function failLost({ store, timing }: SweepPorts): Promise<void> {
  const lost = await store.query<{ id: string }>(
    `update downloads set state = 'failed', failure = '{"code": "internal"}', updated_at = now()
     where id in (
       select id from downloads
       where is_kept and state in ('queued', 'preparing') and updated_at < ${BEFORE} and not exists (
         select from ${JOB_TABLE} job where job.name = $2 and job.id = downloads.id and job.state <= 'active'
       ) for update skip locked
     ) returning id`,
    [timing.silenceS, FILES],
  );
  await tell(store, lost);
}

async function endSilent({ store, timing }: SweepPorts): Promise<void> {
  const silent = await store.query<{ id: string }>(
    `update downloads set state = 'cancelled', updated_at = now()
     where id in (
       select id from downloads
       where not is_kept and state in ('transferring', 'paused') and updated_at < ${BEFORE} for update skip locked
     ) returning id`,
    [timing.silenceS],
  );
  await tell(store, silent);
}

async function forgetOld({ store, settings }: SweepPorts): Promise<void> {
  await store.query(
    `delete from downloads where id in (
       select id from downloads
       where state in ('done', 'failed', 'cancelled', 'expired') and object_key is null and updated_at < ${BEFORE}
         and (owner not like 'user:%' or updated_at < now() - $2 * interval '1 second')
       for update skip locked
     )`,
    [settings.downloadRecordS, settings.historyS],
  );
  await forgetOperations(store);
  await store.query('delete from visitor_users where expires_at < now()');
  await store.query(`delete from idempotent_requests where created_at < ${BEFORE}`, [allowances.idempotencyS]);
  await store.query(`delete from api_keys where revoked_at < ${BEFORE}`, [allowances.revokedKeyS]);
  await store.query(`delete from queue_entries where removed_at < ${BEFORE}`, [settings.removedEntryS]);
  await store.query(`delete from watched_links where ended_at < ${BEFORE}`, [allowances.watchedRecordS]);
}

/** What a case took down stays down without it. */
async function forgetOperations(store: Store): Promise<void> {
  const age = [allowances.operatorRecordS];
  const isOld = `decided_at < ${BEFORE}`;
  await store.query(
    `update rules set case_id = null where case_id in (select id from takedown_cases where ${isOld})`,
    age,
  );
  await store.query(`delete from takedown_cases where ${isOld}`, age);
  await store.query(`delete from audit_log where at < ${BEFORE}`, age);
}

async function tell(store: Store, rows: readonly { id: string }[]): Promise<void> {
  if (rows.length > 0) await store.publish(rows.map(({ id }) => changedEvent(id)));
}
