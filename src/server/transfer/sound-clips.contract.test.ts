import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fail } from '#/model/failure.ts';
import type { Format, Media } from '#/model/media/media.ts';
import { createConfine } from '#/server/confinement/confinement.ts';
import { LOCAL_PYTHON } from '#/server/engine/fixtures/local-extractor.ts';
import type { Conversion, FoundFormat } from '#/server/engine/media/extraction.ts';
import { AAC, FASTSTART, INDEXED, OPUS } from '../../../tests/media/encodings.ts';
import { ffmpeg as make } from '../../../tests/media/ffmpeg.ts';
import { type FaultyUpstream, sourceAt, startFaultyUpstream } from './fixtures/faulty-upstream.ts';
import { createFfmpeg, createTransfer, readWhole, type FileTransfer } from './index.ts';

const run = promisify(execFile);
const RATE = 48_000;
/** Whose samples are told apart: at any other place it is another sound. */
const NOISE = `-f lavfi -i aevalsrc=0.5*(random(0)-0.5):sample_rate=${RATE}:duration=6 -ac 1`;
const SOURCES: [string, string][] = [
  ['plain.m4a', `${NOISE} ${AAC} ${FASTSTART}`],
  ['indexed.m4a', `${NOISE} ${AAC} ${INDEXED}`],
  ['sound.webm', `${NOISE} ${OPUS} -f webm`],
];
const CHAPTERS = [
  { title: 'One', startS: 0 },
  { title: 'Two', startS: 1.5 },
  { title: 'Three', startS: 4 },
];
const NEVER = new AbortController().signal;

let folder = '';
let upstream: FaultyUpstream;
let ffmpeg: ReturnType<typeof createFfmpeg>;
let transfer: FileTransfer;
const files = new Map<string, Buffer>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sound-clips-'));
  for (const [name, args] of SOURCES) {
    await make([...args.split(' ').filter(Boolean), join(folder, name)]);
    files.set(`/${name}`, await readFile(join(folder, name)));
  }
  upstream = await startFaultyUpstream({ files });
  ffmpeg = createFfmpeg({
    path: '/usr/bin/ffmpeg',
    confine: createConfine(LOCAL_PYTHON),
    maxRunning: 2,
    log: () => {},
  });
  const engine = { renew: async () => fail('format_gone'), find: async () => fail('format_gone') };
  transfer = createTransfer({ egress: upstream.egress, engine, ffmpeg });
});
afterAll(async () => {
  await ffmpeg.close();
  await upstream.close();
  await rm(folder, { recursive: true, force: true });
});

function found(name: string, to: Conversion): FoundFormat {
  const contentType = name.endsWith('webm') ? 'audio/webm' : 'audio/mp4';
  const format = {
    id: 'a',
    kind: 'audio',
    container: to === 'wav' ? 'wav' : 'mp3',
    delivery: 'convert',
    language: null,
  } as unknown as Format;
  const about = { platform: 'youtube', id: name, title: 'x', canonicalUrl: `https://youtu.be/${name}` };
  const media = { ...about, author: null, publishedAt: null, items: [], formats: [format], chapters: CHAPTERS };
  return {
    media: media as unknown as Media,
    format,
    recipe: { kind: 'convert', of: { kind: 'merge', video: null, audio: 'a' }, to },
    parts: [{ formatId: 'a', source: sourceAt(`/${name}`, { contentType }) }],
  };
}

async function clip(name: string, to: Conversion, startS: number, endS: number) {
  const options = { startAt: 0, isForPlaying: false, clip: { startS, endS, isExact: false }, signal: NEVER };
  const prepared = await transfer.prepare(`https://youtu.be/${name}`, found(name, to), options);
  if (!prepared.ok) throw new Error(prepared.failure.code);
  const bytes = await readWhole(prepared.value, NEVER);
  if (!bytes.ok) throw new Error(bytes.failure.code);
  return { ...prepared.value, bytes: bytes.value };
}

/** What a player hears, as samples: of a file that is on disk already by its name. */
async function heard(file: Buffer | string): Promise<Int16Array> {
  const path = typeof file === 'string' ? join(folder, file) : join(folder, 'heard');
  if (typeof file !== 'string') await writeFile(path, file);
  const args = ['-v', 'error', '-i', path, '-ac', '1', '-ar', String(RATE), '-f', 's16le', 'pipe:1'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 26 });
  return new Int16Array(stdout.buffer, stdout.byteOffset, stdout.length >> 1);
}

/** By how many samples a part begins later than it should: where it is most like the whole. */
function lateness(part: Int16Array, whole: Int16Array, startS: number): number {
  const start = Math.round(startS * RATE);
  const LENGTH = 4_000;
  const inside = 6_000;
  let best = { lag: Number.NaN, likeness: -Infinity };
  for (let lag = -2_400; lag <= 2_400; lag++) {
    let likeness = 0;
    for (let n = 0; n < LENGTH; n++) likeness += (part[inside + n] ?? 0) * (whole[start + inside + n - lag] ?? 0);
    if (likeness > best.likeness) best = { lag, likeness };
  }
  return best.lag;
}

describe.each(SOURCES.map(([name]) => name))('a clip of %s', (name) => {
  /** WebM counts milliseconds. */
  const tick = name.endsWith('webm') ? RATE / 1000 : 0;

  test.each<[Conversion, number]>([
    ['wav', 1],
    ['wav', 0.5],
    ['wav', 0],
    ['wav', 3.777],
    ['flac', 1],
  ])('as %s begins at %d s to the sample, and says so', async (to, startS) => {
    const { bytes, cut, totalBytes } = await clip(name, to, startS, startS + 1.5);
    if (totalBytes !== null) expect(bytes.length).toBe(totalBytes);
    const part = await heard(bytes);
    expect(cut).toEqual({ startS, endS: startS + 1.5 });
    expect(part.length).toBe(1.5 * RATE);
    expect(Math.abs(lateness(part, await heard(name), startS))).toBeLessThanOrEqual(tick);
  });

  test('as MP3 begins there, too, as late as every MP3 of this encoder', async () => {
    const whole = await heard(name);
    const { bytes, totalBytes } = await clip(name, 'mp3-192', 1, 3);
    expect(bytes.length).toBe(totalBytes);
    const own = await clip(name, 'mp3-192', 0, 3);
    const delay = lateness(await heard(own.bytes), whole, 0);
    expect(Math.abs(lateness(await heard(bytes), whole, 1) - delay)).toBeLessThanOrEqual(tick);
  });

  test('says where it ends where the sound ends before', async () => {
    const { cut, bytes } = await clip(name, 'wav', 5, 604_800);
    const lengthS = (await heard(bytes)).length / RATE;
    expect(cut?.startS).toBe(5);
    expect(cut?.endS).toBeCloseTo(5 + lengthS, 3);
    expect(Math.abs(lengthS - 1)).toBeLessThan(0.05);
  });

  test('has its own chapters', async () => {
    const { bytes } = await clip(name, 'mp3-128', 1, 3);
    await writeFile(join(folder, 'chapters.mp3'), bytes);
    const args = ['-v', 'error', '-show_chapters', '-of', 'json', join(folder, 'chapters.mp3')];
    const { chapters } = JSON.parse((await run('ffprobe', args)).stdout);
    expect(chapters).toMatchObject([
      { start_time: '0.000000', end_time: '0.500000', tags: { title: 'One' } },
      { start_time: '0.500000', end_time: '2.000000', tags: { title: 'Two' } },
    ]);
  });
});
