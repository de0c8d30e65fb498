import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { unconfined } from '#/server/confinement/confinement.ts';
import { planMux } from './plan-conversion.ts';
import { layOut } from './layout/layout.ts';
import type { Plan } from './plan.ts';
import { createBufferPool } from './reading/buffer-pool.ts';
import type { RemoteFile } from './reading/remote-file.ts';
import { memoryFile } from './segments/fixtures/memory-file.ts';
import { createFfmpeg, type FfmpegSettings } from './transcode/ffmpeg.ts';

const { signal } = new AbortController();
const FILE = Buffer.alloc(3_000_000, 'picture and sound ');

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

/** One program at a time that passes on what it reads, in ffmpeg's place, and a conversion of a file whose reads are counted. */
async function setUp(settings: Partial<FfmpegSettings> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'convert-'));
  cleanUp.push(() => rm(folder, { recursive: true }));
  const path = join(folder, 'program');
  await writeFile(path, '#!/bin/sh\nexec cat\n', { mode: 0o755 });
  const ffmpeg = createFfmpeg({ path, confine: unconfined, maxRunning: 1, log: () => {}, ...settings });
  cleanUp.push(() => ffmpeg.close());
  const bufferPool = createBufferPool(32 * 1024 * 1024);
  let reads = 0;
  const memory = memoryFile(FILE);
  const file: RemoteFile = {
    ...memory,
    fill(...asked) {
      reads++;
      return memory.fill(...asked);
    },
  };
  const layout = layOut('video/mp4', [{ kind: 'copy', input: 0, offset: 0, length: FILE.length }]);
  const plan: Plan = { layout, inputs: [{ file, group: 0 }], etag: '"1"', cut: null };
  const conversion = planMux([plan], { ffmpeg, bufferPool });
  return { ffmpeg, bufferPool, conversion, reads: () => reads };
}

/** A run that goes on until its output is destroyed. */
async function* endless(): AsyncGenerator<Buffer> {
  for (;;) yield Buffer.alloc(65_536);
}

test('a conversion that waits for its turn reads nothing and takes no memory; then it reads everything', async () => {
  const { ffmpeg, bufferPool, conversion, reads } = await setUp();
  const first = await ffmpeg.run([], endless(), signal);
  const begun = conversion.begin(signal);
  expect(ffmpeg.stats()).toEqual({ running: 1, waiting: 1 });
  expect([reads(), bufferPool.usedBytes]).toEqual([0, 0]);
  first.output.destroy();
  const { output } = await begun;
  expect((await buffer(output)).equals(FILE)).toBe(true);
  expect(bufferPool.usedBytes).toBe(0);
});

test('a conversion that is refused because too many wait has read nothing', async () => {
  const { ffmpeg, bufferPool, conversion, reads } = await setUp({ maxWaiting: 0 });
  await ffmpeg.run([], endless(), signal);
  await expect(conversion.begin(signal)).rejects.toMatchObject({ failure: { code: 'busy' } });
  expect([reads(), bufferPool.usedBytes]).toEqual([0, 0]);
});

test('a conversion that nobody wants any more gives back what it has taken', async () => {
  const { bufferPool, conversion } = await setUp();
  const { output } = await conversion.begin(signal);
  expect(bufferPool.usedBytes).toBeGreaterThan(0);
  output.destroy();
  await expect.poll(() => bufferPool.usedBytes).toBe(0);
});
