import { allowances } from '#app.config';
import { childOptions, serveAsChild } from '../children.ts';
import { type MemoryInUse, memoryInUse } from '../memory-in-use.ts';
import type { Target } from './databases.ts';
import { openPlace, jobRequestOf } from './place.ts';

export type FullQueueFigures = { before: MemoryInUse; after: MemoryInUse; refusalsPerS: number; selectsPerS: number };

const REFUSALS = 20_000;
/** What code compiles to, and buffers that grow once, are there before it is measured. */
const WARM_UP = 2_000;
const AT_ONCE = 50;

if (import.meta.main) {
  const { target } = childOptions<{ target: Target }>();
  const { store, jobs } = await openPlace(target);
  let orders = 0;

  // Nobody works, so the queue stays as full as it is.
  while ((await keep()) !== 'queue_full');
  if (orders !== allowances.server.keptWaiting + 1) throw new Error(`the queue was full after ${orders - 1} files`);
  await serveAsChild((_, res) => void measure().then((figures) => res.end(JSON.stringify(figures))));

  async function measure(): Promise<FullQueueFigures> {
    await perS(WARM_UP, refuse);
    await perS(WARM_UP, select);
    const before = await memoryInUse();
    const refusalsPerS = await perS(REFUSALS, refuse);
    const after = await memoryInUse();
    return { before, after, refusalsPerS, selectsPerS: await perS(WARM_UP, select) };
  }

  async function keep(): Promise<string> {
    const kept = await jobs.keep(jobRequestOf(`file${orders++}`));
    return kept.ok ? 'kept' : kept.failure.code;
  }

  async function refuse(): Promise<void> {
    const code = await keep();
    if (code !== 'queue_full') throw new Error(`a full queue says ${code}`);
  }

  async function select(): Promise<void> {
    await store.query('select 1');
  }
}

async function perS(count: number, action: () => Promise<void>): Promise<number> {
  const beganMs = performance.now();
  const numbers = Array(count).keys();
  const work = async (): Promise<void> => {
    for (const _ of numbers) await action();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return (count * 1000) / (performance.now() - beganMs);
}
