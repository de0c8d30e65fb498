import { stat } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { makeCorpus, type Pair } from './corpus.ts';
import { factsOf } from './facts.ts';
import { ffprobe } from './ffmpeg.ts';
import { RECIPES } from './recipes.ts';
import { missingTraits } from './traits.ts';

const pairs = new Map<string, Pair>();

beforeAll(async () => {
  for (const pair of await makeCorpus()) pairs.set(pair.name, pair);
}, 240_000);

function pairNamed(name: string): Pair {
  const pair = pairs.get(name);
  if (!pair) throw new Error(`no pair ${name}`);
  return pair;
}

test('there are enough pairs, each of a name of its own, and they are small', async () => {
  expect(pairs.size).toBe(RECIPES.length);
  expect(pairs.size).toBeGreaterThanOrEqual(66);
  const files = await Promise.all([...pairs.values()].flatMap(({ video, audio }) => [stat(video), stat(audio)]));
  expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(40e6);
});

test.each(RECIPES.map(({ name }) => name))('%s can be read and is what it says', async (name) => {
  const pair = pairNamed(name);
  const [video, audio] = await Promise.all([factsOf(pair.video), factsOf(pair.audio)]);
  expect([video['codec_type'], audio['codec_type']]).toEqual(['video', 'audio']);
  expect(Math.min(Number(video['packets']), Number(audio['packets']))).toBeGreaterThan(0);
  expect(pair.traits).not.toEqual([]);
  expect(missingTraits(pair.traits, { video, audio })).toEqual([]);
});

test('a trait that does not hold is told, and one of no known form refused', () => {
  const facts = { video: { layout: 'plain', moof: 3 }, audio: {} };
  expect(missingTraits(['video layout=plain', 'video moof>2', 'audio moof=0'], facts)).toEqual([]);
  expect(missingTraits(['video moof>3', 'video layout=hybrid', 'audio moof>0'], facts)).toEqual([
    'video moof>3, but it is 3',
    'video layout=hybrid, but it is plain',
    'audio moof>0, but it is 0',
  ]);
  expect(() => missingTraits(['moof=3'], facts)).toThrow('no trait: moof=3');
});

test('HDR10 pictures tell of the display they were made on', async () => {
  const { video } = pairNamed('h265-hdr10');
  const told = await ffprobe(['-show_frames', '-read_intervals', '%+#1', '-of', 'json', video]);
  expect(told).toContain('Mastering display metadata');
  expect(told).toContain('Content light level metadata');
});

test('what is there already is not made again', async () => {
  const { video } = pairNamed('h264-main');
  const before = await stat(video);
  const again = await makeCorpus();
  expect(again).toEqual([...pairs.values()]);
  expect((await stat(video)).mtimeMs).toBe(before.mtimeMs);
});
