import type { Bucket } from '#/server/bucket/bucket.ts';
import { publishChanges } from '#/server/store/events/download-events.ts';
import type { Store } from '#/server/store/store.ts';

const BATCH = 500;

/** Deletes files whose time is over, and says so in their rows. */
export async function expireFiles({ store, bucket }: { store: Store; bucket: Bucket }): Promise<void> {
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
    await publishChanges(store, expired);
    for (const { key } of expired) await bucket.delete(key);
    count = expired.length;
  }
}

export type RecordedFile = { id: string; key: string };

/** Of all rows that say that there is a file. */
export function recordedFiles({ query }: Pick<Store, 'query'>): Promise<readonly RecordedFile[]> {
  return query<RecordedFile>(
    `select id, object_key as key from downloads
     where is_kept and state in ('ready', 'done') and object_key is not null`,
  );
}

/**
 * Ends rows whose file is not there, as after a restore of the database without the bucket's files, or when somebody has deleted one: a
 * file that is ready becomes one that has expired, so that the same request makes it anew. Looks for each once more. How many files were
 * gone; another server's sweep may have ended their rows meanwhile.
 */
export async function expireMissingFiles(
  { store, bucket }: { store: Pick<Store, 'query' | 'publish'>; bucket: Pick<Bucket, 'head'> },
  objects: readonly RecordedFile[],
): Promise<number> {
  const gone: RecordedFile[] = [];
  for (const object of objects) if ((await bucket.head(object.key)) === null) gone.push(object);
  if (gone.length === 0) return 0;
  const expired = await store.query<{ id: string }>(
    `update downloads
     set state = case state when 'ready' then 'expired' else state end, object_key = null, updated_at = now()
     where id in (
       select id from downloads where object_key = any($1::text[]) and state in ('ready', 'done')
       order by id for update
     ) returning id`,
    [gone.map(({ key }) => key)],
  );
  await publishChanges(store, expired);
  return gone.length;
}
