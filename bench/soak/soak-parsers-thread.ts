import { Session } from 'node:inspector/promises';
import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import {
  type Corpus,
  createFuzzer,
  type Fault,
  type Input,
  run,
} from '../../src/server/transfer/fixtures/fuzz/fuzz.ts';

/** What a thread is told: its films and lists, its seed, and how long it goes on. */
export type FuzzOrder = { corpus: Corpus; seed: number; seconds: number };
/** What it tells, twice a second. `kept`: files that led somewhere new. */
export type FuzzNews = { inputs: number; coverage: number; slowestMs: number; faults: Fault[]; kept: Input[] };

/** So many files are read before it is asked what code ran: asking takes longer than reading some. */
const BATCH = 96;
const NEWS_MS = 500;
/** Of our own; what packages do is theirs. */
const OURS = /\/src\/server\/(?:transfer|engine)\/(?!fixtures)/;

const { corpus, seed, seconds } = workerData as FuzzOrder;
const buffers = Object.fromEntries(
  Object.entries(corpus).map(([name, files]) => [name, files.map((bytes) => Buffer.from(bytes))]),
) as Corpus;
const fuzzer = createFuzzer(buffers, seed);
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

const covered = new Set<string>();
/** How many stretches of code have run since the last time that never had before. */
async function newlyCovered(): Promise<number> {
  const before = covered.size;
  const { result } = await session.post('Profiler.takePreciseCoverage');
  for (const { url, functions } of result) {
    if (!OURS.test(url)) continue;
    for (const { ranges } of functions)
      for (const { startOffset, endOffset, count } of ranges)
        if (count > 0) covered.add(`${url} ${startOffset} ${endOffset}`);
  }
  return covered.size - before;
}

let news: FuzzNews = { inputs: 0, coverage: 0, slowestMs: 0, faults: [], kept: [] };
function tell(): void {
  parentPort?.postMessage({ ...news, coverage: covered.size });
  news = { inputs: 0, coverage: 0, slowestMs: 0, faults: [], kept: [] };
}

async function attempt(input: Input): Promise<boolean> {
  const outcome = await run(input);
  news.inputs += 1;
  news.slowestMs = Math.max(news.slowestMs, outcome.cpuMs);
  if (outcome.fault) news.faults.push(outcome.fault);
  return fuzzer.isNew(input, outcome);
}

function keep(input: Input): void {
  fuzzer.keep(input);
  news.kept.push(input);
}

for (const [name, files] of Object.entries(buffers))
  for (const bytes of files) await run({ parser: name as Input['parser'], way: 0, bytes });
await newlyCovered();
const end = performance.now() + seconds * 1000;
let nextNews = performance.now();
while (performance.now() < end) {
  const batch = Array.from({ length: BATCH }, () => fuzzer.next());
  for (const input of batch) if (await attempt(input)) keep(input);
  if ((await newlyCovered()) > 0) keep(batch[batch.length - 1] ?? fuzzer.next());
  if (performance.now() >= nextNews) {
    tell();
    nextNews = performance.now() + NEWS_MS;
    await setImmediate();
  }
}
tell();
