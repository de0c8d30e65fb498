import { allowances } from '#app.config';
import type { Store } from '#/server/store/store.ts';
import type { JobsSettings } from '../settings.ts';

const BEFORE = "now() - $1 * interval '1 second'";

/** Deletes rows whose time is over: of downloads, of what was asked for, and of what operators have decided. */
export async function deleteOldRecords({ store, settings }: { store: Store; settings: JobsSettings }): Promise<void> {
  await deleteOldDownloads(store, "owner not like 'user:%'", settings.downloadRecordS);
  await deleteOldDownloads(store, "owner like 'user:%'", Math.max(settings.downloadRecordS, settings.historyS));
  await deleteOldDecisions(store);
  await store.query('delete from visitor_users where expires_at < now()');
  await store.query(`delete from idempotent_requests where created_at < ${BEFORE}`, [allowances.idempotencyS]);
  await store.query(`delete from api_keys where revoked_at < ${BEFORE}`, [allowances.revokedKeyS]);
  await store.query(`delete from queue_entries where removed_at < ${BEFORE}`, [settings.removedEntryS]);
  await store.query(`delete from watched_links where ended_at < ${BEFORE}`, [allowances.watchedRecordS]);
}

/** Users' have an index of their own: theirs are kept so much longer that most of the table is theirs. */
async function deleteOldDownloads(store: Store, whose: `owner ${string}`, ageS: number): Promise<void> {
  // As an array its rows are looked up one by one, however many a plan expects.
  await store.query(
    `delete from downloads where id = any(array(
       select id from downloads
       where state in ('done', 'failed', 'cancelled', 'expired') and object_key is null and ${whose}
         and updated_at < ${BEFORE}
       for update skip locked
     ))`,
    [ageS],
  );
}

/** What a case took down stays down without it. */
async function deleteOldDecisions(store: Store): Promise<void> {
  const age = [allowances.operatorRecordS];
  const isOld = `decided_at < ${BEFORE}`;
  await store.query(
    `update rules set case_id = null where case_id in (select id from takedown_cases where ${isOld})`,
    age,
  );
  await store.query(`delete from takedown_cases where ${isOld}`, age);
  await store.query(`delete from audit_log where at < ${BEFORE}`, age);
}
