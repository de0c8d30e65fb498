import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createChance } from '../src/server/transfer/fixtures/chance.ts';
import { createBufferPool } from '../src/server/transfer/reading/buffer-pool.ts';
import { createDownloads } from './soak/soak-download.ts';
import { startSoakUpstream } from './soak/soak-upstream.ts';

export type SoakOptions = { downloads: number; seed: number; log?: (line: string) => void };

export type SoakReport = {
  /** How downloads ended, and how often. */
  verdicts: Record<string, number>;
  /** Downloads that ended neither whole nor clearly failed; whatever else went wrong, in words. */
  faults: string[];
  gigabytes: number;
  seconds: number;
  /** Until upstream connections are closed when a visitor leaves: the longest it took. */
  leftAfterMs: number;
  /** Memory in use after a collection: after the first tenth, and in the end. */
  memoryMb: { atFirst: number; inTheEnd: number };
  descriptors: { before: number; after: number };
};

const AT_ONCE = 8;
const BUDGET_BYTES = 24 * 1024 * 1024;
/** So long a file keeps its head (reading/remote-file.ts): only then what is in use can be compared. */
const HEADS_KEPT_MS = 21_000;
/** From so many downloads on, waiting for that is worth it, and growth can be told from chance. */
const MANY = 2_000;
const GROWTH_LIMIT_MB = 16;
const LEAVE_LIMIT_MS = 100;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Many downloads, eight at once, through one upstream that errs in every way at random places. Each must end whole and right or as a
 * clear failure, none hang, and nothing be left of them: buffers, descriptors, memory. The same seed chooses the same faults.
 */
export async function soakTransfer({ downloads, seed, log = () => {} }: SoakOptions): Promise<SoakReport> {
  const descriptorsBefore = openDescriptors();
  const startedAt = performance.now();
  const chance = createChance(seed);
  const upstream = await startSoakUpstream(chance);
  const bufferPool = createBufferPool(BUDGET_BYTES);
  const { run } = createDownloads(upstream, bufferPool, chance);
  const verdicts: Record<string, number> = {};
  const faults: string[] = [];
  const onRejection = (reason: unknown) => void faults.push(`nobody looked at ${String(reason)}`);
  process.on('unhandledRejection', onRejection);
  let next = 0;
  let bytesServed = 0;
  let leftAfterMs = 0;

  async function visitor(last: number): Promise<void> {
    while (next < last) {
      const visit = next++;
      const { verdict, bytes, leftAfterMs: ms = 0 } = await run(visit);
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
      bytesServed += bytes;
      leftAfterMs = Math.max(leftAfterMs, ms);
      if (/^[A-Z]{2}/.test(verdict)) faults.push(`download ${visit}: ${verdict}`);
      if (visit % 1000 === 999) log(`${visit + 1} downloads, ${Math.round((performance.now() - startedAt) / 1000)} s`);
    }
  }

  async function runUntil(last: number): Promise<number> {
    await Promise.all(Array.from({ length: AT_ONCE }, () => visitor(last)));
    await upstream.settled().catch((error: Error) => faults.push(error.message));
    if (bufferPool.usedBytes !== 0) faults.push(`${bufferPool.usedBytes} bytes were not given back to the budget`);
    if (downloads >= MANY) await sleep(HEADS_KEPT_MS);
    return memoryInUseMb();
  }

  const atFirst = await runUntil(Math.ceil(downloads / 10));
  const inTheEnd = await runUntil(downloads);
  const seconds = (performance.now() - startedAt) / 1000;
  await upstream.close().catch((error: Error) => faults.push(error.message));
  process.off('unhandledRejection', onRejection);
  const descriptorsAfter = await settledDescriptors(descriptorsBefore);
  if (descriptorsAfter > descriptorsBefore) faults.push(`${descriptorsAfter - descriptorsBefore} descriptors are left`);
  if (downloads >= MANY && inTheEnd - atFirst > GROWTH_LIMIT_MB) faults.push('memory has grown');
  if (downloads >= MANY && leftAfterMs > LEAVE_LIMIT_MS)
    faults.push(`an upstream was left after ${Math.round(leftAfterMs)} ms only`);
  return {
    verdicts,
    faults,
    gigabytes: bytesServed / 1e9,
    seconds,
    leftAfterMs,
    memoryMb: { atFirst, inTheEnd },
    descriptors: { before: descriptorsBefore, after: descriptorsAfter },
  };
}

export function printReport({ verdicts, faults, ...figures }: SoakReport): void {
  for (const [verdict, count] of Object.entries(verdicts).sort((a, b) => b[1] - a[1]))
    console.log(`${String(count).padStart(7)}  ${verdict}`);
  const { gigabytes, seconds, leftAfterMs, memoryMb, descriptors } = figures;
  console.log(`${gigabytes.toFixed(1)} GB in ${seconds.toFixed(0)} s`);
  console.log(`upstream closed at most ${leftAfterMs.toFixed(0)} ms after a visitor left`);
  console.log(
    `memory ${memoryMb.atFirst.toFixed(1)} MB after the first tenth, ${memoryMb.inTheEnd.toFixed(1)} MB in the end`,
  );
  console.log(`descriptors ${descriptors.before} before, ${descriptors.after} after`);
  console.log(faults.length === 0 ? 'nothing is wrong' : faults.slice(0, 50).join('\n'));
}

function memoryInUseMb(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

/** Those of this process, less one that Node keeps on /dev/null from its first server on. */
function openDescriptors(): number {
  return readdirSync('/proc/self/fd').filter((fd) => targetOf(`/proc/self/fd/${fd}`) !== '/dev/null').length;
}

function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

/** Closed sockets leave the process within a few turns of the loop. */
async function settledDescriptors(before: number): Promise<number> {
  for (let turn = 0; turn < 100 && openDescriptors() > before; turn++) await sleep(20);
  return openDescriptors();
}
