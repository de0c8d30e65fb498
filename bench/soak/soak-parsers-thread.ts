import { Session } from 'node:inspector/promises';
import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type Corpus, createFuzzer, type Input, run } from '../../src/server/transfer/fixtures/fuzz/fuzz.ts';
import { READ_ON_MAIN } from '../../src/server/transfer/fixtures/parsers.ts';
import { createDiskNotes, type FuzzProgress, type FuzzTask, noteFile } from './fuzz-messages.ts';

/** So many files are read before it is asked what code ran: asking takes longer than reading some. */
const BATCH = 96;
const REPORT_MS = 500;
/** Of our own; what packages do is theirs. */
const OURS = /\/src\/server\/(?:transfer|engine)\/(?!fixtures)/;

const { corpus, seed, seconds, limits, noted, folder } = workerData as FuzzTask;
const onDisk = folder === undefined ? null : createDiskNotes(folder, `${seed}`);
const buffers = Object.fromEntries(
  Object.entries(corpus).map(([name, files]) => [name, files.map((bytes) => Buffer.from(bytes))]),
) as Corpus;
const fuzzer = createFuzzer(buffers, seed);

const covered = new Set<string>();
const nothing = (): FuzzProgress => ({
  inputs: 0,
  coverage: 0,
  taken: { cpuMs: 0, mainCpuMs: 0, bytes: 0 },
  faults: [],
  kept: [],
});
let progress = nothing();
function tell(): void {
  parentPort?.postMessage({ ...progress, coverage: covered.size });
  progress = nothing();
}

tell();
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

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

function note(input: Input): void {
  noteFile(noted, input);
  onDisk?.note(input);
}

async function attempt(input: Input): Promise<boolean> {
  note(input);
  const outcome = await run(input, limits);
  const { taken } = progress;
  const time = READ_ON_MAIN.has(input.parser) ? 'mainCpuMs' : 'cpuMs';
  progress.inputs += 1;
  taken[time] = Math.max(taken[time], outcome.cpuMs);
  taken.bytes = Math.max(taken.bytes, outcome.tookBytes);
  if (outcome.fault) progress.faults.push(outcome.fault);
  return fuzzer.isNew(input, outcome);
}

function keep(input: Input): void {
  fuzzer.keep(input);
  progress.kept.push(input);
}

for (const [name, files] of Object.entries(buffers))
  for (const bytes of files) {
    const input = { parser: name as Input['parser'], way: 0, bytes };
    note(input);
    await run(input, limits);
  }
await newlyCovered();
const end = performance.now() + seconds * 1000;
let nextReport = performance.now();
while (performance.now() < end) {
  const batch = Array.from({ length: BATCH }, () => fuzzer.next());
  for (const input of batch) if (await attempt(input)) keep(input);
  if ((await newlyCovered()) > 0) keep(batch[batch.length - 1] ?? fuzzer.next());
  if (performance.now() >= nextReport) {
    tell();
    nextReport = performance.now() + REPORT_MS;
    await setImmediate();
  }
}
tell();
onDisk?.end();
