import { type BenchDatabase, openBenchStore, type Target } from '../jobs/databases.ts';
import { median, type Row, row } from '../table.ts';

/** It takes a tenth of what a first start takes. */
const WARM_PER_COLD = 3;

type Times = { firstMs: number[]; openMs: number[]; closeMs: number[] };

/** A first start in an empty folder, and starts and ends in one that has a database, in turns. */
export async function measureOpening(ours: BenchDatabase, baseline: BenchDatabase, rounds: number): Promise<Row[]> {
  const measured = new Map<BenchDatabase, Times>();
  const targets = new Map<BenchDatabase, Target>();
  for (const database of [ours, baseline]) measured.set(database, { firstMs: [], openMs: [], closeMs: [] });
  for (let round = 0; round < rounds; round++) {
    for (const database of [ours, baseline]) {
      const target = await database.createTarget();
      targets.set(database, target);
      measured.get(database)?.firstMs.push((await openOnce(target)).openMs);
    }
  }
  for (let round = 0; round < rounds * WARM_PER_COLD; round++) {
    for (const database of [ours, baseline]) {
      const target = targets.get(database);
      if (!target) continue;
      const { openMs, closeMs } = await openOnce(target);
      measured.get(database)?.openMs.push(openMs);
      measured.get(database)?.closeMs.push(closeMs);
    }
  }
  const figure = (metric: string, key: keyof Times): Row =>
    row('opening', metric, median(measured.get(ours)?.[key] ?? []), median(measured.get(baseline)?.[key] ?? []));
  return [figure('first start ms', 'firstMs'), figure('start ms', 'openMs'), figure('end ms', 'closeMs')];
}

async function openOnce(target: Target): Promise<{ openMs: number; closeMs: number }> {
  const beganMs = performance.now();
  const store = await openBenchStore(target);
  const openedMs = performance.now();
  await store.query('select count(*) from downloads');
  const closingMs = performance.now();
  await store.close();
  return { openMs: openedMs - beganMs, closeMs: performance.now() - closingMs };
}
