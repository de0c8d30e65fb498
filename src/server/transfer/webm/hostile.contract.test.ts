import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileLayout } from '../layout/layout.ts';
import { TransferError } from '../transfer-error.ts';
import { clipWebm } from './clip.ts';
import { vintBytes } from './ebml.ts';
import { element, text } from './ebml-writing.ts';
import { readWebmHead } from './head.ts';
import { ID } from './ids.ts';
import { assemble } from '../fixtures/assemble.ts';
import { memoryInput } from '../fixtures/memory-input.ts';
import { createRandom } from '../fixtures/random.ts';
import { fileInput, makeFile, type Codec } from './fixtures/made-files.ts';
import { mergeWebm } from './merge.ts';
import type { WebmTrack } from './track.ts';

let folder = '';
const files: Record<'cuesFirst' | 'cuesLast' | 'audio', Buffer> = {
  cuesFirst: Buffer.alloc(0),
  cuesLast: Buffer.alloc(0),
  audio: Buffer.alloc(0),
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clipferry-webm-'));
  files.cuesFirst = await made('first.webm', 'vp9', '-cues_to_front', '1');
  files.cuesLast = await made('last.webm', 'vp9', '-dash', '1');
  files.audio = await made('audio.webm', 'opus', '-cluster_time_limit', '1000');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function made(name: string, codec: Codec, ...options: string[]): Promise<Buffer> {
  return (await fileInput(await makeFile(join(folder, name), codec, ...options))).bytes;
}

/** The failure code that reading ends with; undefined when it does not fail. Anything but a TransferError is thrown. */
async function failureOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof TransferError) return error.failure.code;
    throw error;
  }
}

/** Reads a file, merges and clips it as second input, so that its clusters are rewritten, and assembles both whole. */
async function workOn(bytes: Buffer): Promise<void> {
  const inputs = [memoryInput(files.audio), memoryInput(bytes)];
  const tracks = await Promise.all(inputs.map((input) => readWebmHead(input, 4096)));
  const layouts: FileLayout[] = [mergeWebm(tracks, [], {}), clipWebm(tracks, { startS: 1.5, endS: 3 }, [], {}).layout];
  for (const layout of layouts) expect((await assemble(layout, inputs)).length).toBe(layout.totalBytes);
}

test('untouched files end in no error', async () => {
  for (const bytes of [files.cuesFirst, files.cuesLast, files.audio])
    expect(await failureOf(() => workOn(bytes))).toBeUndefined();
});

test.each(['cuesFirst', 'cuesLast', 'audio'] as const)('%s, cut off anywhere, is damaged', async (name) => {
  const whole = files[name];
  for (let turn = 0; turn < 50; turn += 1) {
    const cut = whole.subarray(0, Math.floor((whole.length * turn) / 50));
    expect(await failureOf(() => readWebmHead(memoryInput(cut))), `at ${cut.length}`).toBe('media_damaged');
  }
});

test('bytes changed anywhere end in a layout or an error of ours', async () => {
  const outcomes = new Map<string | undefined, number>();
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = createRandom(seed);
    const bytes = Buffer.from(seed % 2 ? files.cuesFirst : files.cuesLast);
    const changes = 1 + Math.floor(random() * 8);
    for (let change = 0; change < changes; change += 1) {
      // Mostly where the file is described: at its start, and in cues at its end.
      const place = random();
      const reach = place < 0.6 ? 600 : place < 0.8 ? -200 : bytes.length;
      const at = Math.floor(random() * reach);
      bytes[at < 0 ? bytes.length + at : at] = Math.floor(random() * 256);
    }
    const outcome = await failureOf(() => workOn(bytes));
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  // Both happen, so the changes were neither too few nor too many.
  expect(outcomes.get('media_damaged')).toBeGreaterThan(20);
  expect(outcomes.get(undefined)).toBeGreaterThan(20);
});

test('what is described can be scattered or huge without being read', async () => {
  const header = element(ID.EBML, element(ID.DocType, text('webm')));
  const scattered = element(ID.Segment, ...Array.from({ length: 40 }, () => element(ID.Void, Buffer.alloc(5000))));
  const input = memoryInput(Buffer.concat([header, scattered]));
  expect(await failureOf(() => readWebmHead(input, 1000))).toBe('media_damaged');
  expect(input.reads.length).toBeLessThan(20);

  const huge = memoryInput(Buffer.concat([header, element(ID.Segment, element(ID.Cues, Buffer.alloc(20_000_000)))]));
  expect(await failureOf(() => readWebmHead(huge))).toBe('media_damaged');
  expect(huge.reads.every((length) => length < 1_000_000)).toBe(true);
});

test('a file takes one read, or two when its cues come last', async () => {
  const first = memoryInput(files.cuesFirst);
  const last = memoryInput(files.cuesLast);
  await readWebmHead(first, 4096);
  await readWebmHead(last, 4096);
  expect([first.reads.length, last.reads.length]).toEqual([1, 2]);
});

test('files of several tracks, without cues, or of another type are refused', async () => {
  const refused: [string, ...Parameters<typeof makeFile>][] = [
    ['two tracks', join(folder, 'two.webm'), 'opus', '-map', '0', '-map', '0'],
    ['matroska', join(folder, 'other.mkv'), 'opus'],
    ['no container of this kind', join(folder, 'other.ogg'), 'opus'],
  ];
  for (const [what, ...about] of refused) {
    const input = await fileInput(await makeFile(...about));
    expect(await failureOf(() => readWebmHead(input)), what).toBe('media_damaged');
  }
  const live = await fileInput(await makeFile(join(folder, 'live.webm'), 'opus', '-live', '1'));
  expect(await failureOf(() => readWebmHead(live))).toBe('no_direct_format');
});

/** The same file as if its recording had not known its clusters' sizes. */
function opened(bytes: Buffer, { clusters }: WebmTrack): Buffer {
  const changed = Buffer.from(bytes);
  for (const { offset } of clusters) {
    const sizeStart = offset + 4;
    const sizeBytes = vintBytes(changed, sizeStart, changed.length);
    changed.fill(0xff, sizeStart, sizeStart + sizeBytes);
    changed[sizeStart] = 0x1ff >> sizeBytes;
  }
  return changed;
}

test('clusters of unknown size are copied, and refused where they would be rewritten', async () => {
  const known = await readWebmHead(memoryInput(files.cuesFirst));
  const input = memoryInput(opened(files.cuesFirst, known));
  const open = await readWebmHead(input);
  expect(open).toEqual({ ...known, hasOpenClusters: true });
  expect((await assemble(mergeWebm([open], [], {}), [input])).includes(input.bytes.subarray(-5000))).toBe(true);
  expect(await failureOf(async () => mergeWebm([known, open], [], {}))).toBe('no_direct_format');
  expect(await failureOf(async () => clipWebm([open], { startS: 0, endS: 1 }, [], {}))).toBe('no_direct_format');
});

test('a stretch above 32 MiB is copied, and refused where it would be rewritten', async () => {
  const track = await readWebmHead(memoryInput(files.audio));
  const large = { ...track, clusters: [{ timestamp: 0, offset: 500, length: 32 * 1024 * 1024 + 1 }] };
  expect(mergeWebm([large], [], {}).totalBytes).toBeGreaterThan(32 * 1024 * 1024);
  expect(await failureOf(async () => mergeWebm([track, large], [], {}))).toBe('media_damaged');
});

test('tracks that count time differently are refused', async () => {
  const track = await readWebmHead(memoryInput(files.audio));
  const other = { ...track, timestampScale: 500_000 };
  expect(await failureOf(async () => mergeWebm([track, other], [], {}))).toBe('media_damaged');
  expect(await failureOf(async () => clipWebm([track, other], { startS: 0, endS: 1 }, [], {}))).toBe('media_damaged');
});
