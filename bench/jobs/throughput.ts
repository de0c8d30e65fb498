import { type Row, row } from '../table.ts';
import { openBareQueue } from './bare-queue.ts';
import type { BenchDatabase } from './databases.ts';
import { openPlace, jobRequestOf } from './place.ts';

const FILES = 500;
const WARM_UP_FILES = 50;
const WORKERS = 4;
const SENT_AT_ONCE = 8;
/** So that neither bound is met. */
const PLENTY = 10_000;

/** Files of 1 KB from the order to the link, each of another visitor, beside as many empty jobs of the queue library alone. */
export async function measureThroughput({ name, createTarget }: BenchDatabase): Promise<Row[]> {
  const target = await createTarget();
  const settings = { concurrency: WORKERS, keptPerPlatform: PLENTY, keptWaiting: PLENTY };
  const place = await openPlace(target, { settings });
  const { store, jobs } = place;
  await jobs.work();

  const keepAll = async (label: string, count: number): Promise<number> => {
    const beganMs = performance.now();
    await severalAtOnce(count, async (n) => {
      const kept = await jobs.keep(jobRequestOf(`${label}${n}`));
      if (!kept.ok) throw new Error(`A job was refused: ${kept.failure.code}`);
    });
    await untilAll(count, async () => {
      const [row] = await store.query<{ made: number }>(
        `select count(*) as made from downloads where state = 'ready' and owner like $1`,
        [`visitor:${label}%`],
      );
      return row?.made ?? 0;
    });
    return (count * 1000) / (performance.now() - beganMs);
  };
  await keepAll('first', WARM_UP_FILES);
  const ours = await keepAll('file', FILES);

  let begun = 0;
  const bare = await openBareQueue(store, { workers: WORKERS, onBegin: () => void begun++ });
  const sendAll = async (count: number): Promise<number> => {
    begun = 0;
    const beganMs = performance.now();
    await severalAtOnce(count, bare.send);
    await untilAll(count, async () => begun);
    return (count * 1000) / (performance.now() - beganMs);
  };
  await sendAll(WARM_UP_FILES);
  const baseline = await sendAll(FILES);
  await bare.close();
  await place.close();
  return [row(`${name} throughput`, 'jobs/s', ours, baseline)];
}

/** Runs an action so many times, eight at once. */
async function severalAtOnce(count: number, action: (n: number) => Promise<void>): Promise<void> {
  const numbers = Array(count).keys();
  const work = async (): Promise<void> => {
    for (const n of numbers) await action(n);
  };
  await Promise.all(Array.from({ length: SENT_AT_ONCE }, work));
}

const LOOK_MS = 20;
const PATIENCE_MS = 120_000;

async function untilAll(count: number, done: () => Promise<number>): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (let last = await done(); last < count; last = await done()) {
    if (performance.now() > until) throw new Error(`${last} of ${count} jobs were done in ${PATIENCE_MS / 1000} s`);
    await new Promise((later) => setTimeout(later, LOOK_MS));
  }
}
