import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureOpening } from './database/opening.ts';
import { measureSites } from './database/sites.ts';
import type { BenchDatabase } from './jobs/databases.ts';
import { measureSse } from './jobs/sse.ts';
import { measureStart } from './jobs/start.ts';
import { measureThroughput } from './jobs/throughput.ts';
import type { Options } from './options.ts';
import { median, type Row, row } from './table.ts';
import { cpuS } from './usage.ts';

/** How often each is measured, in turns, so that what else the machine does falls on both; unless told otherwise. */
const ROUNDS = 3;

/**
 * The two databases that a data folder may have, in one run and in turns: "ours" is a PostgreSQL as a child of the site, the baseline
 * PGlite in it. Processor time and memory are those of the process with its children.
 */
export async function database({ runs }: Options): Promise<Row[]> {
  const rounds = Number(runs ?? ROUNDS);
  const root = await mkdtemp(join(tmpdir(), 'clipferry-bench-'));
  const newFolder = () => mkdtemp(join(root, 'server-'));
  const child: BenchDatabase = {
    name: 'child',
    createTarget: async () => ({ folder: await newFolder(), embedded: 'postgres' }),
  };
  const pglite: BenchDatabase = { name: 'embedded', createTarget: async () => ({ folder: await newFolder() }) };
  try {
    const rows: Row[] = [...(await measureOpening(child, pglite, rounds))];
    for (const measure of [measureThroughput, measureStart, measureSse]) {
      rows.push(...(await paired(measure, child, pglite, rounds)));
    }
    return [...rows, ...(await measureSites(rounds))];
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Of a benchmark that compares each database with something else, what each has reached, by the median of the rounds. */
async function paired(
  measure: (database: BenchDatabase) => Promise<Row[]>,
  ours: BenchDatabase,
  baseline: BenchDatabase,
  rounds: number,
): Promise<Row[]> {
  const reached = { ours: [] as Row[][], baseline: [] as Row[][] };
  const usedS = { ours: 0, baseline: 0 };
  const measureOnce = async (whose: 'ours' | 'baseline', one: BenchDatabase): Promise<void> => {
    const before = cpuS(process.pid);
    reached[whose].push(await measure(one));
    usedS[whose] += cpuS(process.pid) - before;
  };
  for (let round = 0; round < rounds; round++) {
    await measureOnce('ours', ours);
    await measureOnce('baseline', baseline);
  }
  const [first = []] = reached.ours;
  const title = (first[0]?.case ?? '').replace('child ', '');
  const processor = row(title, 'cpu s of it all', usedS.ours / rounds, usedS.baseline / rounds);
  const figures = first.map(({ metric }, index) => {
    const of = (taken: Row[][]) => median(taken.map((rows) => rows[index]?.ours ?? NaN));
    return row(title, metric, of(reached.ours), of(reached.baseline));
  });
  return [...figures, processor];
}
