import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { boxesIn } from './boxes.ts';
import { makeCorpus, type Pair } from './corpus.ts';
import { hideSidx, withChainedSidx, withGroupedSidx, withHierarchicalSidx } from './sidx.ts';

/** Places in the file; `duration` is in the timescale of its sidx. */
type Subsegment = { start: number; end: number; duration: number; startsWithAccessPoint: boolean };

let pairs: Pair[] = [];
beforeAll(async () => void (pairs = await makeCorpus()), 240_000);

async function bytesOf(name: string, side: 'video' | 'audio'): Promise<Buffer> {
  const pair = pairs.find((pair) => pair.name === name);
  return readFile(pair?.[side] ?? name);
}

/** What the sidx at a place tells of in the end, through those that it points to (ISO/IEC 14496-12, 8.16.3). */
function resolve(file: Buffer, at: number): Subsegment[] {
  expect(file.toString('latin1', at + 4, at + 8)).toBe('sidx');
  const isLong = file[at + 8] === 1;
  const counted = at + (isLong ? 38 : 30);
  const firstOffset = isLong ? Number(file.readBigUInt64BE(at + 28)) : file.readUInt32BE(at + 24);
  let start = at + file.readUInt32BE(at) + firstOffset;
  return Array.from({ length: file.readUInt16BE(counted) }, (_, index) => {
    const [word = 0, duration = 0, accessPoint = 0] = [0, 4, 8].map((field) =>
      file.readUInt32BE(counted + 2 + index * 12 + field),
    );
    const end = start + (word & 0x7fffffff);
    // Its first bit is starts_with_SAP. The type that follows is left open by ffmpeg.
    const subsegment = { start, end, duration, startsWithAccessPoint: accessPoint >= 0x80000000 };
    start = end;
    return word >= 0x80000000 ? resolve(file, subsegment.start) : [subsegment];
  }).flat();
}

function resolveFirst(file: Buffer): Subsegment[] {
  return resolve(file, boxesIn(file).find(({ type }) => type === 'sidx')?.start ?? 0);
}

function shapes(subsegments: Subsegment[]) {
  return subsegments.map(({ start, end, ...told }) => ({ sizeBytes: end - start, ...told }));
}

/** Types of the boxes in each stretch. */
function contents(file: Buffer, subsegments: Subsegment[]): string[] {
  return subsegments.map(({ start, end }) =>
    boxesIn(file, start, end)
      .map(({ type }) => type)
      .join(' '),
  );
}

describe.each(['video', 'audio'] as const)('of %s', (side) => {
  test('an index of single fragments tells what ffmpeg tells', async () => {
    const expected = shapes(resolveFirst(await bytesOf('sidx-global', side)));
    // The same encoding and fragments, which ffmpeg was asked not to index.
    const file = await bytesOf('sidx-none', side);
    expect(expected.length).toBeGreaterThan(5);
    expect(shapes(resolveFirst(withGroupedSidx(file, 1)))).toEqual(expected);
  });

  test('a reference covers several fragments', async () => {
    const file = withGroupedSidx(await bytesOf('fragments-of-200-ms', side), 3);
    const subsegments = resolveFirst(file);
    expect(contents(file, subsegments)[0]).toBe('moof mdat moof mdat moof mdat');
    expect(subsegments.at(-1)?.end).toBe(file.length);
  });

  test.each([
    ['hierarchy', withHierarchicalSidx],
    ['chain', withChainedSidx],
  ])('a %s leads to every fragment once, in order', async (_, index) => {
    const plain = await bytesOf('fragments-of-200-ms', side);
    const flat = resolveFirst(withGroupedSidx(plain, 1));
    const file = index(plain, 4);
    const subsegments = resolveFirst(file);
    expect(shapes(subsegments)).toEqual(shapes(flat));
    expect(new Set(contents(file, subsegments))).toEqual(new Set(['moof mdat']));
    expect(boxesIn(file).filter(({ type }) => type === 'sidx').length).toBeGreaterThan(3);
  });
});

test('a hidden index leaves all else where it is', async () => {
  const file = await bytesOf('sidx-hierarchical', 'video');
  const hidden = hideSidx(file);
  const places = (bytes: Buffer) => boxesIn(bytes).map(({ type, start }) => `${type} ${start}`);
  expect(places(hidden)).toEqual(places(file).map((place) => place.replace('sidx', 'free')));
});
