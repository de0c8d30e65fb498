import { expect, test } from 'vitest';
import type { Corpus } from '../../src/server/transfer/fixtures/fuzz/fuzz.ts';
import { SEEDS } from '../../src/server/transfer/fixtures/fuzz/seeds.ts';
import type { FuzzProgress } from './fuzz-messages.ts';
import { fuzzInThread } from './fuzz-thread.ts';

const LIMITS = { cpuMs: 10_000, mainCpuMs: 10_000, bytes: 2 ** 30 };
const ORDER = { seed: 1, seconds: 0, limits: LIMITS };
const SMALL = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };
const ending = new URL('./fixtures/ending-thread.ts', import.meta.url);

test.each([
  ['hang', 500, 'its thread tells nothing any more'],
  ['eat', 60_000, 'its thread died: Worker terminated due to reaching memory limit'],
  ['throw', 60_000, 'its thread died: not ours'],
])('a file that is the end of its thread is told: %s', async (end, silenceMs, what) => {
  const corpus = { vtt: [Buffer.from(end)] } as Corpus;
  const fault = await fuzzInThread({ ...ORDER, corpus }, () => {}, { file: ending, limits: SMALL, silenceMs });
  expect(fault).toMatchObject({ parser: 'vtt', way: 7, bytes: Buffer.from(end) });
  expect(fault?.what).toContain(what);
});

test('a thread whose time is over tells how much it has read, and what that took', async () => {
  const progress: FuzzProgress[] = [];
  const corpus = Object.fromEntries(Object.entries(SEEDS).map(([name, files]) => [name, [...files]])) as Corpus;
  const fault = await fuzzInThread({ ...ORDER, corpus, seconds: 2 }, (told) => void progress.push(told));
  expect(fault).toBeNull();
  expect(progress.reduce((sum, { inputs }) => sum + inputs, 0)).toBeGreaterThan(0);
  expect(progress.flatMap(({ faults }) => faults)).toEqual([]);
  for (const name of ['cpuMs', 'mainCpuMs', 'bytes'] as const)
    expect(Math.max(...progress.map(({ taken }) => taken[name]))).toBeGreaterThan(0);
});
