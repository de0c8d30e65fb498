import { setTimeout as sleep } from 'node:timers/promises';
import { reached } from '#/server/jobs/fixtures/jobs-place.ts';
import { percentile, type Row, row } from '../table.ts';
import { openBareQueue } from './bare-queue.ts';
import type { BenchDatabase } from './databases.ts';
import { openPlace, jobRequestOf } from './place.ts';

const SAMPLES = 200;
const WARM_UP = 20;
/** Until the queue is idle again: the worker that was woken looks once more for another job. */
const IDLE_MS = 20;

type Sample = { sendMs: number; startMs: number };

/** From an order that was taken to the worker that begins it, one at a time, beside the queue library's own jobs, in turns. */
export async function measureStart({ name, createTarget }: BenchDatabase): Promise<Row[]> {
  let begin = (): void => {};
  const onBegin = (): void => begin();
  const place = await openPlace(await createTarget(), { onBegin });
  await place.jobs.work();
  const bare = await openBareQueue(place.store, { workers: 2, onBegin });

  async function sample<T>(send: () => Promise<T>): Promise<Sample & { sent: T }> {
    const begun = new Promise<number>((resolve) => (begin = () => resolve(performance.now())));
    const calledAt = performance.now();
    const sent = await send();
    const sentAt = performance.now();
    return { sent, sendMs: sentAt - calledAt, startMs: Math.max(0, (await begun) - sentAt) };
  }

  const samples: { ours: Sample[]; bare: Sample[] } = { ours: [], bare: [] };
  for (let n = -WARM_UP; n < SAMPLES; n++) {
    const ours = await sample(() => place.jobs.keep(jobRequestOf(`start${n}`)));
    if (!ours.sent.ok) throw new Error(`A job was refused: ${ours.sent.failure.code}`);
    await reached(place.store, ours.sent.value, 'ready');
    await sleep(IDLE_MS);
    const theirs = await sample(bare.send);
    await sleep(IDLE_MS);
    if (n < 0) continue;
    samples.ours.push(ours);
    samples.bare.push(theirs);
  }
  await bare.close();
  await place.close();

  const figure = (metric: string, key: keyof Sample, share: number): Row => {
    const of = (taken: readonly Sample[]) =>
      percentile(
        taken.map((one) => one[key]),
        share,
      );
    return row(`${name} start`, metric, of(samples.ours), of(samples.bare));
  };
  return [
    figure('start ms p50', 'startMs', 0.5),
    figure('start ms p99', 'startMs', 0.99),
    figure('enqueue ms p50', 'sendMs', 0.5),
  ];
}
