import { sql } from 'drizzle-orm';
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

/** What a case took down stays down without it: once, where another one took it down as well. */
async function deleteOldDecisions(store: Store): Promise<void> {
  await store.transaction(async (tx) => {
    // Cases before their rules, as who decides one locks them; one that is being decided anew is not old.
    const { rows } = await tx.execute<{ id: string }>(sql`select id from takedown_cases
      where decided_at < now() - ${allowances.operatorRecordS} * interval '1 second' for update skip locked`);
    if (rows.length === 0) return;
    const old = rows.map(({ id }) => id);
    await tx.execute(sql`delete from rules using rules other
      where rules.case_id in ${old} and other.kind = rules.kind and coalesce(other.platform, '') = coalesce(rules.platform, '')
        and md5(other.value) = md5(rules.value)
        and (other.case_id is null or other.case_id in ${old} and other.id < rules.id)`);
    await tx.execute(sql`update rules set case_id = null where case_id in ${old}`);
    await tx.execute(sql`delete from takedown_cases where id in ${old}`);
  });
  await store.query(`delete from audit_log where at < ${BEFORE}`, [allowances.operatorRecordS]);
}
