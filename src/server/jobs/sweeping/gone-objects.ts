import type { Bucket } from '#/server/bucket/bucket.ts';
import { changedEvent } from '#/server/store/events/download-events.ts';
import type { Store } from '#/server/store/store.ts';

export type NamedObject = { id: string; key: string };

/** Of all rows that say that there is a file. */
export function namedObjects({ query }: Pick<Store, 'query'>): Promise<readonly NamedObject[]> {
  return query<NamedObject>(
    `select id, object_key as key from downloads
     where is_kept and state in ('ready', 'done') and object_key is not null`,
  );
}

/**
 * Ends rows whose file is not there, as after a restore of the database without the bucket's files, or when somebody has deleted one: a
 * file that is ready becomes one that has expired, so that the same order makes it anew. Looks for each once more. How many files were
 * gone; another server's sweep may have ended their rows meanwhile.
 */
export async function expireGone(
  { store, bucket }: { store: Pick<Store, 'query' | 'publish'>; bucket: Pick<Bucket, 'head'> },
  objects: readonly NamedObject[],
): Promise<number> {
  const gone: NamedObject[] = [];
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
  if (expired.length > 0) await store.publish(expired.map(({ id }) => changedEvent(id)));
  return gone.length;
}
