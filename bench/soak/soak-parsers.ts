import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Corpus, type Fault, type Input, run } from '../../src/server/transfer/fixtures/fuzz/fuzz.ts';
import { realSeeds } from '../../src/server/transfer/fixtures/fuzz/real-seeds.ts';
import { SEEDS } from '../../src/server/transfer/fixtures/fuzz/seeds.ts';
import { parse, type ParserName } from '../../src/server/transfer/fixtures/parsers.ts';
import { memoryInput } from '../../src/server/transfer/fixtures/memory-input.ts';
import { createHeads, type Heads } from '../../src/server/transfer/parsing/heads.ts';
import { TransferError } from '../../src/server/transfer/transfer-error.ts';
import type { FuzzNews, FuzzOrder } from './soak-parsers-thread.ts';

export type ParsersOptions = { minutes: number; seed: number; log?: (line: string) => void };

export type ParsersReport = {
  inputs: number;
  seconds: number;
  /** Files that led somewhere new, and stretches of code that ran, in the thread that saw most. */
  kept: number;
  coverage: number;
  /** Of the processor: the file that took longest, and what this thread took for one that a head thread read. */
  slowestMs: number;
  main: { heads: number; slowestMs: number };
  faults: string[];
};

/** Failing files, each named by its parser, its way and its hash. `--replay FILE` reads one again. */
export const FOUND = join(import.meta.dirname, '../../.cache/soak-parsers');
/** What a page would stand still for. */
const MAIN_LIMIT_MS = 100;
const FOREVER = new AbortController().signal;

/**
 * Files made of good ones, read in two threads for so long; those that lead to code that had not run, or to an end that had not been
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
    slowestMs: 0,
    main: { heads: 0, slowestMs: 0 },
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

  const real: Input[] = [];
  const fuzzing = { isOver: false };
  /** As the server reads them: what is left to do for this thread must be little. */
  async function readAsServer(): Promise<void> {
    while (!fuzzing.isOver || real.length > 0) {
      const input = real.pop();
      if (!input) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        continue;
      }
      const before = process.threadCpuUsage();
      try {
        await readAsServed(heads, input);
      } catch (error) {
        if (!(error instanceof TransferError)) throw error;
      }
      const { user, system } = process.threadCpuUsage(before);
      const ms = (user + system) / 1000;
      report.main.heads += 1;
      report.main.slowestMs = Math.max(report.main.slowestMs, ms);
      if (ms > MAIN_LIMIT_MS) await add({ ...input, what: `it held the main thread for ${Math.round(ms)} ms` });
    }
  }

  const threads = Math.max(1, Math.min(4, availableParallelism()));
  const server = readAsServer();
  await Promise.all(
    Array.from({ length: threads }, (_, place) => {
      const order: FuzzOrder = { corpus, seed: seed * 1000 + place, seconds: minutes * 60 };
      return fuzz(order, (news) => {
        report.inputs += news.inputs;
        report.kept += news.kept.length;
        report.coverage = Math.max(report.coverage, news.coverage);
        report.slowestMs = Math.max(report.slowestMs, news.slowestMs);
        real.push(...news.kept.map((input) => ({ ...input, bytes: Buffer.from(input.bytes) })));
        for (const fault of news.faults) void add({ ...fault, bytes: Buffer.from(fault.bytes) });
        const seconds = Math.round((performance.now() - startedAt) / 1000);
        if (Math.floor(report.inputs / 50_000) > Math.floor((report.inputs - news.inputs) / 50_000))
          log(
            `${report.inputs} files, ${seconds} s, ${report.coverage} stretches of code, ${report.faults.length} faults`,
          );
      });
    }),
  ).catch((error: Error) => report.faults.push(`a thread died: ${error.message}`));
  fuzzing.isOver = true;
  await server;
  await heads.close();
  return { ...report, seconds: (performance.now() - startedAt) / 1000 };
}

/** Resolves when the thread's time is over; rejects when it dies. */
function fuzz(order: FuzzOrder, hear: (news: FuzzNews) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./soak-parsers-thread.ts', import.meta.url), {
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    });
    thread.on('message', hear);
    thread.once('error', reject);
    thread.once('exit', () => resolve());
  });
}

async function wholeCorpus(): Promise<Corpus> {
  const real = await realSeeds();
  return Object.fromEntries(
    Object.entries(SEEDS).map(([name, files]) => [name, [...files, ...(real[name as ParserName] ?? [])]]),
  ) as Corpus;
}

/** By head threads what they read, and by this one what the server reads on the thread that answers everybody. */
export function readAsServed(heads: Pick<Heads, 'run'>, { parser, bytes }: Omit<Input, 'way'>): Promise<unknown> {
  const text = () => bytes.toString();
  const tags = { title: '', author: null, link: '', date: null, cover: null, chapters: [] };
  const options = { tags, contentType: 'video/mp4', language: null, framesPerSecond: null, isForPlaying: false };
  switch (parser) {
    case 'mp4':
      return heads.run('mp4', [memoryInput(bytes)], { options: { ...options, wanted: ['video'] }, cut: null }, FOREVER);
    case 'webm':
      return heads.run('webm', [memoryInput(bytes)], { tags: [], about: {}, cut: null }, FOREVER);
    case 'hls-media':
    case 'dash':
      return heads.run(
        'playlist',
        [],
        { text: text(), url: 'https://h.example/', dash: parser === 'dash' ? 'v' : null },
        FOREVER,
      );
    case 'vtt':
    case 'srt':
    case 'ttml':
    case 'srv3':
    case 'json3':
      return heads.run('cues', [], { text: text(), from: parser }, FOREVER);
    default:
      return parse(parser, bytes);
  }
}

/** Reads a file that was found again, and says what becomes of it. */
export async function replay(path: string): Promise<string[]> {
  const [parser = '', way = '0'] = path.split('/').at(-1)?.split('.') ?? [];
  const { fault, outcome, cpuMs } = await run({
    parser: parser as ParserName,
    way: Number(way),
    bytes: await readFile(path),
  });
  return fault ? [fault.what] : (console.log(`${outcome}, ${cpuMs.toFixed(1)} ms`), []);
}

export function printParsersReport({ inputs, seconds, kept, coverage, slowestMs, main, faults }: ParsersReport): void {
  console.log(`${inputs} files in ${seconds.toFixed(0)} s, ${Math.round(inputs / seconds)} a second`);
  console.log(`${kept} led somewhere new; ${coverage} stretches of code ran`);
  console.log(`the slowest took ${slowestMs.toFixed(0)} ms of the processor, in a thread of its own`);
  console.log(
    `${main.heads} were read as the server does: at most ${main.slowestMs.toFixed(1)} ms of the main thread for one`,
  );
  console.log(faults.length === 0 ? 'nothing is wrong' : faults.join('\n\n'));
}
