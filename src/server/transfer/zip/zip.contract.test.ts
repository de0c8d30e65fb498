import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { localExtractor } from '#/server/engine/fixtures/local-extractor.ts';
import { assemble } from '../fixtures/assemble.ts';
import { memoryInput, zeros } from '../fixtures/memory-input.ts';
import type { FileLayout } from '../layout/layout.ts';
import { archiveOf, type TestFile } from './fixtures/entries.ts';
import { layOutZip } from './zip.ts';

/** What Python's zipfile, an implementation of others, finds in an archive. */
type Found = {
  damaged: string | null;
  names: string[];
  entries: { name: string; sizeBytes: number; sha256: string; time: number[]; mode: number }[];
};

const { python, cacheDir: folder } = localExtractor();
afterAll(() => rm(folder, { recursive: true }));

const READ_ALL = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    print(json.dumps({'damaged': archive.testzip(), 'names': archive.namelist(), 'entries': [
        {'name': entry.filename, 'sizeBytes': entry.file_size, 'time': entry.date_time, 'mode': entry.external_attr >> 16,
         'sha256': hashlib.sha256(archive.read(entry)).hexdigest()} for entry in archive.infolist()]}))`;

const READ_SPARSE = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    large, small = archive.infolist()
    with archive.open(large) as file:
        start = file.read(1000)
    print(json.dumps({'sizes': [large.file_size, small.file_size], 'offset': small.header_offset,
        'start': start.hex(), 'small': archive.read(small).decode()}))`;

async function runPython(program: string, path: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(python, ['-c', program, path], { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout);
}

async function openedByPython(files: readonly TestFile[]): Promise<Found> {
  const { layout, inputs } = archiveOf(files);
  const path = join(folder, 'archive.zip');
  await writeFile(path, await assemble(layout, inputs));
  return (await runPython(READ_ALL, path)) as Found;
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

test('Python opens it and finds the same names, bytes, times and modes', async () => {
  const names = [
    'plain.mp4',
    'Видео.mp4',
    '動画 🎬.mp4',
    'فيلم.mp4',
    'फ़िल्म 👨‍👩‍👧.jpg',
    'folder/é.txt',
    'plain.mp4',
    'empty',
  ];
  const files = names.map((name, index) => ({
    name,
    bytes: name === 'empty' ? Buffer.alloc(0) : Buffer.alloc(100_000 + index, `${name} ${index} `),
    modifiedAt: new Date(Date.UTC(2020 + index, index, 28, 13, 37, 2 * index)),
  }));
  const found = await openedByPython(files);
  expect(found.damaged).toBeNull();
  expect(found.names).toEqual(names.with(6, 'plain (2).mp4'));
  for (const [index, { bytes }] of files.entries()) {
    expect(found.entries[index]).toMatchObject({
      sizeBytes: bytes.length,
      sha256: sha256(bytes),
      time: [2020 + index, 1 + index, 28, 13, 37, 2 * index],
      mode: 0o100644,
    });
  }
});

test('Python opens an empty archive', async () => {
  expect(await openedByPython([])).toEqual({ damaged: null, names: [], entries: [] });
});

test('Python opens 70,000 entries', async () => {
  const files = Array.from({ length: 70_000 }, (_, index) => ({
    name: `${index}.txt`,
    bytes: Buffer.from(`${index}`),
  }));
  const { damaged, entries } = await openedByPython(files);
  expect(damaged).toBeNull();
  expect(entries).toHaveLength(70_000);
  for (const index of [0, 65_534, 65_535, 65_536, 69_999]) {
    expect(entries[index]).toMatchObject({ name: `${index}.txt`, sha256: sha256(Buffer.from(`${index}`)) });
  }
});

test('Python opens an entry of 5 GiB and the one behind it', async () => {
  const large = zeros(5 * 2 ** 30);
  const text = Buffer.from('behind four gibibytes');
  const entries = [large, memoryInput(text)].map(({ totalBytes }, input) => ({
    name: ['large.bin', 'small.txt'][input] ?? '',
    totalBytes,
    modifiedAt: new Date(0),
    pieces: [{ kind: 'copy' as const, input, offset: 0, length: totalBytes }],
  }));
  // The large entry's CRC may be wrong: Python compares it only after the last byte, and reads but a thousand here.
  const layout = layOutZip(entries, async (index) => (index === 0 ? 0 : crc32(text)));
  const path = join(folder, 'sparse.zip');
  await writeSparse(path, layout, text);
  const { sizes, offset, start, small } = (await runPython(READ_SPARSE, path)) as Record<string, unknown>;
  expect(sizes).toEqual([5 * 2 ** 30, text.length]);
  expect(offset).toBeGreaterThan(5 * 2 ** 30);
  expect(start).toBe('00'.repeat(1000));
  expect(small).toBe(text.toString());
});

/** Writes what is not zeros where it belongs: the file is a hole for the rest. */
async function writeSparse(path: string, layout: FileLayout, second: Buffer): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.truncate(layout.totalBytes);
    for (const [index, piece] of layout.pieces.entries()) {
      if (piece.kind === 'copy' && piece.input === 0) continue;
      const start = layout.starts[index] ?? 0;
      const bytes = await assemble(layout, [zeros(0), memoryInput(second)], start, start + piece.length);
      await file.write(bytes, 0, bytes.length, start);
    }
  } finally {
    await file.close();
  }
}
