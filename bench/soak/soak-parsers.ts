import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Corpus, type Fault, type Input, type Limits, run } from '../../src/server/transfer/fixtures/fuzz/fuzz.ts';
import { realSeeds } from '../../src/server/transfer/fixtures/fuzz/real-seeds.ts';
import { SEEDS } from '../../src/server/transfer/fixtures/fuzz/seeds.ts';
import type { ParserName } from '../../src/server/transfer/fixtures/parsers.ts';
import { createHeads } from '../../src/server/transfer/parsing/heads.ts';
import { TransferError } from '../../src/server/transfer/transfer-error.ts';
import type { FuzzProgress } from './fuzz-messages.ts';
import { fuzzInThread } from './fuzz-thread.ts';
import { readAsServed } from './read-as-served.ts';

export type ParsersOptions = { minutes: number; seed: number; log?: (line: string) => void };

export type ParsersReport = {
  inputs: number;
  seconds: number;
  /** Files that led somewhere new, and stretches of code that ran, in the thread that saw most. */
  kept: number;
  coverage: number;
  /** Most that a file took, by itself. */
  taken: Limits;
  /** What this thread took for one that was read, and served, as the server does it. */
  served: { files: number; slowestMs: number };
  faults: string[];
};

/** Failing files, each named by its parser, its way and its hash, or as the one that was being read. `--replay FILE` reads one again. */
const FOUND = join(import.meta.dirname, '../../.cache/soak-parsers');
/** Of the thread that answers everybody, what a page would stand still for; of memory, what files as small as these can be worth. */
const LIMITS: Limits = { cpuMs: 1_500, mainCpuMs: 100, bytes: 64 * 1024 * 1024 };
/** A run that is called long has read so many files (docs/decisions/2026-11-22-heads-in-threads.md). */
const LONG_RUN = { minutes: 20, inputs: 1_000_000 };
const READINGS = 3;

/**
 * Files made of good ones, read in threads for so long; those that lead to code that had not run, or to an end that had not been
 * seen, are kept and changed further, and are read once more as the server does it, from this thread by head threads of their own.
 */
export async function soakParsers({ minutes, seed, log = () => {} }: ParsersOptions): Promise<ParsersReport> {
  await mkdir(FOUND, { recursive: true });
  const corpus = await wholeCorpus();
  const heads = createHeads();
  const startedAt = performance.now();
  const report: ParsersReport = {
    inputs: 0,
    seconds: 0,
    kept: 0,
    coverage: 0,
    taken: { cpuMs: 0, mainCpuMs: 0, bytes: 0 },
    served: { files: 0, slowestMs: 0 },
    faults: [],
  };
  const names = new Set<string>();

  async function add({ parser, way, what, bytes }: Fault): Promise<void> {
    // The same line of ours at fault is the same fault.
    const key = `${parser} ${/\/src\/[^)\s]+/.exec(what)?.[0] ?? what.replace(/\d+/g, '0')}`;
    if (names.has(key)) return;
    names.add(key);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
    const path = join(FOUND, `${parser}.${way}.${hash}`);
    await writeFile(path, bytes);
    report.faults.push(`${path}\n${what}`);
    log(`fault: ${path}\n${what}`);
  }

  const kept: Input[] = [];
  const fuzzing = { isOver: false };
  /** As the server reads them: what is left to do for this thread must be little. */
  async function readAsServer(): Promise<void> {
    while (!fuzzing.isOver || kept.length > 0) {
      const input = kept.pop();
      if (!input) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        continue;
      }
      try {
        const ms = await leastMs(() => readAsServed(heads, input));
        report.served.files += 1;
        report.served.slowestMs = Math.max(report.served.slowestMs, ms);
        if (ms > LIMITS.mainCpuMs) await add({ ...input, what: `it held the main thread for ${Math.round(ms)} ms` });
      } catch (error) {
        await add({ ...input, what: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      }
    }
  }

  function hear(progress: FuzzProgress): void {
    const { taken } = report;
    report.inputs += progress.inputs;
    report.kept += progress.kept.length;
    report.coverage = Math.max(report.coverage, progress.coverage);
    for (const name of ['cpuMs', 'mainCpuMs', 'bytes'] as const)
      taken[name] = Math.max(taken[name], progress.taken[name]);
    kept.push(...progress.kept.map((input) => ({ ...input, bytes: Buffer.from(input.bytes) })));
    for (const fault of progress.faults) void add({ ...fault, bytes: Buffer.from(fault.bytes) });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    if (Math.floor(report.inputs / 50_000) > Math.floor((report.inputs - progress.inputs) / 50_000))
      log(`${report.inputs} files, ${seconds} s, ${report.coverage} stretches of code, ${report.faults.length} faults`);
  }

  const server = readAsServer();
  await Promise.all(
    Array.from({ length: Math.max(1, Math.min(4, availableParallelism())) }, async (_, place) => {
      const task = { corpus, seed: seed * 1000 + place, seconds: minutes * 60, limits: LIMITS, folder: FOUND };
      const fault = await fuzzInThread(task, hear);
      if (fault) await add(fault);
    }),
  );
  fuzzing.isOver = true;
  await server;
  await heads.close();
  report.faults.push(...shortfall(minutes, report.inputs));
  return { ...report, seconds: (performance.now() - startedAt) / 1000 };
}

/** Of the processor, what this thread took: the least of some readings where it is too much, as it also does other things. */
async function leastMs(read: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let reading = 0; reading < READINGS && least > LIMITS.mainCpuMs; reading++) {
    const before = process.threadCpuUsage();
    await read().catch((error: unknown) => {
      if (!(error instanceof TransferError)) throw error;
    });
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** What is wrong about a run that was to be long, and read too little to prove anything. */
export function shortfall(minutes: number, inputs: number): string[] {
  if (minutes < LONG_RUN.minutes || inputs >= LONG_RUN.inputs) return [];
  return [`only ${inputs} files were read in ${minutes} minutes, of the ${LONG_RUN.inputs} that a long run is for`];
}

async function wholeCorpus(): Promise<Corpus> {
  const real = await realSeeds();
  return Object.fromEntries(
    Object.entries(SEEDS).map(([name, files]) => [name, [...files, ...(real[name as ParserName] ?? [])]]),
  ) as Corpus;
}

/** Reads a file that was found again, and says what becomes of it. */
export async function replay(path: string): Promise<string[]> {
  const [parser = '', way = '0'] = path.split('/').at(-1)?.split('.') ?? [];
  const input = { parser: parser as ParserName, way: Number(way), bytes: await readFile(path) };
  const { fault, outcome, cpuMs, tookBytes } = await run(input, LIMITS);
  return fault ? [fault.what] : (console.log(`${outcome}, ${cpuMs.toFixed(1)} ms, ${megabytes(tookBytes)}`), []);
}

export function printParsersReport({ inputs, seconds, kept, coverage, taken, served, faults }: ParsersReport): void {
  console.log(`${inputs} files in ${seconds.toFixed(0)} s, ${Math.round(inputs / seconds)} a second`);
  console.log(`${kept} led somewhere new; ${coverage} stretches of code ran`);
  console.log(
    `of the processor the slowest took ${taken.cpuMs.toFixed(1)} ms of a head's thread, ${taken.mainCpuMs.toFixed(1)} ms of the main one`,
  );
  console.log(`the largest took ${megabytes(taken.bytes)}`);
  console.log(
    `${served.files} were read and served as the server does: at most ${served.slowestMs.toFixed(1)} ms of the main thread for one`,
  );
  console.log(faults.length === 0 ? 'nothing is wrong' : faults.join('\n\n'));
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
