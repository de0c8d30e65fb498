import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCorpus, type Pair } from '../../../../tests/media/corpus.ts';
import { assemble } from '../fixtures/assemble.ts';
import { localInput } from '../fixtures/local-input.ts';
import { type Packet, probe } from '../fixtures/probe.ts';
import { sourcePackets } from '../fixtures/source-packets.ts';
import { mergeMp4 } from './merge.ts';
import type { Tags } from './tags.ts';

const TAGS: Tags = {
  title: 'Ein Titel 動画',
  author: 'Somebody',
  link: 'https://example.com/watch?v=1',
  date: '2026-11-20',
  cover: null,
  chapters: [{ title: 'One', startS: 0 }],
};

const pairs = (await makeCorpus()).filter(({ kind }) => kind === 'mp4');
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'merge-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function merge(pair: Pair, isForPlaying: boolean) {
  const inputs = [await localInput(pair.video), await localInput(pair.audio)];
  try {
    const layout = await mergeMp4(inputs, {
      tags: TAGS,
      contentType: 'video/mp4',
      language: 'fr',
      framesPerSecond: null,
      wanted: ['video', 'audio'],
      isForPlaying,
    });
    const bytes = await assemble(layout, inputs);
    const path = join(folder, `${createHash('md5').update(`${pair.name} ${isForPlaying}`).digest('hex')}.mp4`);
    await writeFile(path, bytes);
    return { layout, bytes, path };
  } finally {
    await Promise.all(inputs.map((input) => input.close()));
  }
}

describe.concurrent.each(pairs)('$name', (pair) => {
  test.each([
    ['for keeping', false],
    ['for playing', true],
  ])('%s: packets and times are the inputs’', async (_, isForPlaying) => {
    const { layout, bytes, path } = await merge(pair, isForPlaying);
    expect(bytes.length).toBe(layout.totalBytes);
    const source = await sourcesOf(pair);
    const merged = await probe(path);
    const shift = layout.way === 'fragmented' ? 0 : expectedShift(pair);
    if (FLOATING.has(pair.name)) {
      const timesOf = layout.way === 'fragmented' ? withoutTimes : fromFirst;
      expect(different(timesOf(merged.video), timesOf(source.video), 0)).toEqual([]);
      if (layout.way !== 'fragmented') expect(merged.video[0]?.pts).toBe(0);
    } else expect(different(merged.video, source.video, shift)).toEqual([]);
    expect(different(merged.audio, source.audio, shift)).toEqual([]);
    expect(merged.complaints).toBe('');
  });
});

const probed = new Map<string, ReturnType<typeof sourcePackets>>();

function sourcesOf(pair: Pair): ReturnType<typeof sourcePackets> {
  const known = probed.get(pair.name) ?? sourcePackets(pair, folder);
  probed.set(pair.name, known);
  return known;
}

/** An ordinary movie begins with its first sample's decoding time, whenever its fragments did: two frames before an hour, here. */
function expectedShift({ name }: Pair): number {
  return name === 'begins-at-an-hour' ? -3599.92 : 0;
}

function withoutTimes(packets: Packet[]): Packet[] {
  return packets.map((packet) => ({ ...packet, pts: null, dts: null }));
}

/**
 * Of fragments with negative composition offsets, ffprobe's times depend on how much it has read before: of a source they are right
 * but for a constant, and of a merged file not even that, whose fragments are the source's own. Presentation begins at 0 by the
 * standard, which the ordinary movie shows.
 */
const FLOATING = new Set(['negative-composition-offsets-fragmented', 'cmaf']);

function fromFirst(packets: Packet[]): Packet[] {
  const first = packets[0]?.pts ?? 0;
  const moved = (time: number | null) => (time === null ? null : Number((time - first).toFixed(6)));
  return packets.map((packet) => ({ ...packet, pts: moved(packet.pts), dts: null }));
}

/** The first packets that are not the same, for a message that can be read. */
function different(merged: Packet[], source: Packet[], shift: number): unknown[] {
  const moved = (time: number | null) => (time === null ? null : Number((time + shift).toFixed(6)));
  const expected = source.map((packet) => ({ ...packet, pts: moved(packet.pts), dts: moved(packet.dts) }));
  const both = Array.from({ length: Math.max(merged.length, source.length) }, (_, n) => ({
    n,
    merged: merged[n],
    expected: expected[n],
  }));
  return both.filter((pair) => JSON.stringify(pair.merged) !== JSON.stringify(pair.expected)).slice(0, 2);
}
