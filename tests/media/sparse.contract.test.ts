import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ffmpeg, ffprobe } from './ffmpeg.ts';
import { type LongFile, makeLongMovie } from './sparse.ts';

let dir = '';
beforeEach(async () => void (dir = await mkdtemp(join(tmpdir(), 'clipferry-long-'))));
afterEach(() => rm(dir, { recursive: true, force: true }));

const HOURS_3 = 3 * 3600;

type Told = { format: { duration: string }; packets: { pos: string; size: string }[] };

/** What ffprobe finds in an interval in its notation: `10%+60` is from 10 s on, 60 s. */
async function probe({ path }: LongFile, interval: string): Promise<Told> {
  return JSON.parse(await ffprobe(['-show_format', '-show_packets', '-read_intervals', interval, '-of', 'json', path]));
}

/** Packets at places where no sample is written. */
async function strangers(file: LongFile, fromS: number): Promise<{ found: number; strange: string[] }> {
  const known = new Set(file.written.map(({ offset, sizeBytes }) => `${offset}+${sizeBytes}`));
  const { packets } = await probe(file, `${fromS}%+60`);
  const strange = packets.map(({ pos, size }) => `${pos}+${size}`).filter((place) => !known.has(place));
  return { found: packets.length, strange };
}

test.each(['first', 'last'] as const)('3 h with moov %s are what ffprobe finds, on little disk', async (moov) => {
  const { video, audio } = await makeLongMovie({ seconds: HOURS_3, dir, moov });
  for (const file of [video, audio]) {
    const { size, blocks } = await stat(file.path);
    expect(size).toBe(file.totalBytes);
    expect(blocks * 512).toBeLessThan(40e6);
    const durationS = Number((await probe(file, '%+#1')).format.duration);
    expect(durationS).toBeGreaterThanOrEqual(HOURS_3 - 0.1);
    expect(durationS).toBeLessThan(HOURS_3 + 3);
    const { found, strange } = await strangers(file, durationS - 1);
    expect(found).toBeGreaterThan(20);
    expect(strange).toEqual([]);
  }
  expect(video.written.at(-1)?.index).toBe(video.sampleCount - 1);
  expect(video.written.filter(({ offset }) => offset > 2 ** 32).length).toBeGreaterThan(50);
  expect(video.written.some(({ offset, sizeBytes }) => offset < 2 ** 32 && offset + sizeBytes >= 2 ** 32)).toBe(true);
});

test('what is written can be decoded, beyond 4 GiB too', async () => {
  const { video, audio } = await makeLongMovie({ seconds: HOURS_3, dir });
  for (const { path } of [video, audio]) {
    for (const seek of [
      ['-t', '1'],
      ['-sseof', '-1'],
    ]) {
      await ffmpeg(['-xerror', '-err_detect', 'explode', ...seek, '-i', path, '-f', 'null', '-']);
    }
  }
});

test('10 s are short tables in a small file', async () => {
  const { video, audio } = await makeLongMovie({ seconds: 10, dir });
  expect(video.sampleCount).toBe(250);
  expect(video.totalBytes).toBeLessThan(20e6);
  const { packets } = await probe(audio, '%+60');
  expect(packets.length).toBe(audio.sampleCount);
});
