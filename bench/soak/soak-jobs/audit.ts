import { setTimeout as sleep } from 'node:timers/promises';
import { allowances } from '#app.config';
import type { S3Bucket } from '#/server/bucket/s3-bucket.ts';
import { TIMING } from '#/server/jobs/settings.ts';
import { sweep } from '#/server/jobs/sweeping/sweep.ts';
import { downloads, type StoredDownload } from '#/server/store/schema/schema.ts';
import type { Store } from '#/server/store/store.ts';
import type { Cluster } from '../../../tests/cluster/cluster.ts';
import { save, sha256OfMedia, value } from '../../../tests/cluster/visitor.ts';
import type { Promised } from './load.ts';

export type Audit = {
  /** Promised files by what became of them: `ready`, `cancelled`, `failed: <code>`. */
  outcomes: Record<string, number>;
  /** Files by the attempt that made them. */
  attempts: Record<number, number>;
  /** Objects of attempts that died, which only the sweep finds. */
  orphansSwept: number;
  settledAfterS: number;
  faults: string[];
};

const SETTLE_TIMEOUT_S = 600;

/** Notes each time a file becomes ready: exactly once is what must be. */
export async function watchReady({ query }: Store): Promise<void> {
  await query('create table soak_ready (id uuid not null)');
  await query(`create function note_ready() returns trigger language plpgsql as
    $$ begin insert into soak_ready values (new.id); return null; end $$`);
  await query(`create trigger note_ready after update on downloads for each row
    when (new.state = 'ready' and old.state is distinct from 'ready') execute function note_ready()`);
}

/** Waits until every file is made or not, and looks for what was lost, done twice, wrong or left behind. */
export async function audit(
  cluster: Cluster,
  store: Store,
  bucket: S3Bucket,
  promised: readonly Promised[],
): Promise<Audit> {
  const result: Audit = { outcomes: {}, attempts: {}, orphansSwept: 0, settledAfterS: 0, faults: [] };
  const fault = (text: string): void => void result.faults.push(text);
  const startedAt = performance.now();
  const rows = await settled(store, fault);
  result.settledAfterS = (performance.now() - startedAt) / 1000;

  const rowOf = new Map(rows.map((row) => [row.id, row]));
  for (const file of promised) {
    const row = rowOf.get(file.id);
    if (!row) fault(`${file.id} was promised and is LOST`);
    else judge(file, row, result);
  }
  const owners = new Set(rows.map(({ owner }) => owner));
  if (owners.size !== rows.length) fault(`${rows.length - owners.size} files were made TWICE for one order`);
  const ready = rows.filter(({ state }) => state === 'ready');
  const noted = await store.query<{ id: string }>('select id from soak_ready');
  const times = Map.groupBy(noted, ({ id }) => id);
  for (const { id } of ready)
    if (times.get(id)?.length !== 1) fault(`${id} became ready ${times.get(id)?.length} times`);

  result.orphansSwept = await sweepNow(store, bucket, ready, fault);
  await compareBytes(cluster, promised, rowOf, fault);
  await store.query(`update downloads set expires_at = now() - interval '1 second' where state = 'ready'`);
  await sweepNow(store, bucket, [], fault);
  const [pointing] = await store.query<{ count: number }>(
    'select count(*) as count from downloads where object_key is not null',
  );
  if (pointing?.count !== 0) fault(`${pointing?.count} rows point at files that are gone`);
  return result;
}

async function settled(store: Store, fault: (text: string) => void): Promise<StoredDownload[]> {
  for (const until = Date.now() + SETTLE_TIMEOUT_S * 1000; ; await sleep(500)) {
    const rows = (await store.db.select().from(downloads)).filter(({ isKept }) => isKept);
    const open = rows.filter(({ state }) => state === 'queued' || state === 'preparing');
    if (open.length === 0) return rows;
    if (Date.now() < until) continue;
    fault(`${open.length} files are still not made after ${SETTLE_TIMEOUT_S} s`);
    return rows;
  }
}

function judge({ id, isCancelled }: Promised, row: StoredDownload, { outcomes, attempts, faults }: Audit): void {
  const outcome = row.state === 'failed' ? `failed: ${row.failure?.code}` : row.state;
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  if (row.state === 'ready') attempts[row.attempt] = (attempts[row.attempt] ?? 0) + 1;
  if (outcome !== (isCancelled ? 'cancelled' : 'ready')) faults.push(`${id} is ${outcome} at attempt ${row.attempt}`);
}

/** As if the graces were over. Gives how many objects were too many; exactly those of the rows may be left. */
async function sweepNow(
  store: Store,
  bucket: S3Bucket,
  ready: readonly StoredDownload[],
  fault: (text: string) => void,
): Promise<number> {
  const settings = {
    concurrency: 1,
    keptFileS: allowances.keptFileS,
    downloadRecordS: allowances.downloadRecordS,
    historyS: allowances.historyS,
    removedEntryS: allowances.removedEntryS,
    userTimes: allowances.userTimes,
    keptPerOwner: allowances.guest.kept,
    ...allowances.server,
  };
  const before = await keysOf(bucket);
  await sweep({ store, bucket, settings, timing: { ...TIMING, orphanGraceS: 0 } });
  const after = await keysOf(bucket);
  const named = new Set(ready.map(({ objectKey }) => objectKey ?? ''));
  for (const key of after.difference(named)) fault(`${key} is an ORPHAN after the sweep`);
  for (const key of named.difference(after)) fault(`${key} is named by its row and GONE`);
  return before.difference(after).size;
}

async function keysOf(bucket: S3Bucket): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const { key } of bucket.list('')) keys.add(key);
  return keys;
}

/** As their visitors fetch them, by the link that either node gives. */
async function compareBytes(
  cluster: Cluster,
  promised: readonly Promised[],
  rowOf: ReadonlyMap<string, StoredDownload>,
  fault: (text: string) => void,
): Promise<void> {
  for (const [n, { id, visitor, film }] of promised.entries()) {
    if (rowOf.get(id)?.state !== 'ready') continue;
    const client = cluster.client(cluster.origins[n % 2] ?? '');
    const { downloads: own } = value(await client.downloads({ onBehalf: visitor.onBehalf }));
    const { sha256 } = await save(own[0]?.file?.link ?? '', visitor);
    if (sha256 !== (await sha256OfMedia(film.file))) fault(`${id} has WRONG BYTES`);
  }
}
