import type { Bucket, ListedFile } from '#/server/bucket/bucket.ts';
import type { Store } from '#/server/store/store.ts';
import { attemptOf, KEPT_PREFIX } from '../claim.ts';
import { expireMissingFiles, recordedFiles } from './expired-files.ts';
import type { Timing } from '../settings.ts';

const BATCH = 500;

type Listed = ListedFile & { id: string; attempt: number };
type Row = { id: string; state: string; attempt: number; key: string | null };

/**
 * Deletes kept objects that no row names, but for those of attempts that are under way or only just were; and ends rows that name an object
 * which is not there.
 */
export async function deleteOrphanedFiles({
  store,
  bucket,
  timing,
}: {
  store: Store;
  bucket: Bucket;
  timing: Timing;
}): Promise<void> {
  // Before the objects: those of rows that come meanwhile may not be among them yet.
  const named = await recordedFiles(store);
  const seen = new Set<string>();
  const newest = Date.now() - timing.orphanGraceS * 1000;
  let batch: Listed[] = [];
  const judge = async (): Promise<void> => {
    const orphans = await orphansOf(store, batch);
    for (const { key } of orphans) await bucket.delete(key);
    batch = [];
  };
  for await (const file of bucket.list(KEPT_PREFIX)) {
    const attempt = attemptOf(file.key);
    seen.add(file.key);
    if (attempt && file.modifiedAt.getTime() <= newest) batch.push({ ...file, ...attempt });
    if (batch.length === BATCH) await judge();
  }
  if (batch.length > 0) await judge();
  await expireMissingFiles(
    { store, bucket },
    named.filter(({ key }) => !seen.has(key)),
  );
}

async function orphansOf(store: Store, files: readonly Listed[]): Promise<readonly Listed[]> {
  const rows = await store.query<Row>(
    'select id, state, attempt, object_key as key from downloads where id = any($1::uuid[])',
    [files.map(({ id }) => id)],
  );
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return files.filter(({ id, key, attempt }) => {
    const row = rowOf.get(id);
    // Its object is there a moment before its row says so.
    const isUnderWay = row?.state === 'preparing' && row.attempt === attempt;
    return row?.key !== key && !isUnderWay;
  });
}
