import { expect, test } from 'vitest';
import type { Media } from '#/model/media/media.ts';
import type { FoundFormat } from '#/server/engine/media/extraction.ts';
import { createCrcCaches, layOutArchive } from './archive.ts';
import { createChance } from './fixtures/chance.ts';
import { memoryFile } from './fixtures/memory-input.ts';
import { layOut } from './layout/layout.ts';
import { createBufferPool } from './reading/buffer-pool.ts';

const chance = createChance(23);
const FILES = [chance.bytes(40_000), chance.bytes(0), chance.bytes(700_000), chance.bytes(90_000)];
const found = { media: { publishedAt: null } as Media } as FoundFormat;

/** The archive of all files in a process of its own, and how many bytes of each it has read. */
function startProcess() {
  const caches = createCrcCaches();
  const read = FILES.map(() => 0);
  const entries = FILES.map((bytes, index) => {
    const memory = memoryFile(bytes);
    const file: typeof memory = {
      ...memory,
      fill(offset, into, options) {
        read[index] = (read[index] ?? 0) + into.length;
        return memory.fill(offset, into, options);
      },
    };
    const layout = layOut('video/mp4', [{ kind: 'copy', input: 0, offset: 0, length: bytes.length }]);
    const plan = { layout, inputs: [{ file, group: 0 }], etag: `"${index}"`, cut: null };
    return { found, name: `${index}.mp4`, plan };
  });
  async function write(start: number, end?: number): Promise<Buffer> {
    const { signal } = new AbortController();
    const archive = layOutArchive(entries, caches, { bufferPool: createBufferPool(2 ** 23), signal });
    const chunks: Buffer[] = [];
    await archive.write({ start, end: end ?? archive.totalBytes - 1 }, (bytes) => {
      chunks.push(Buffer.from(bytes));
      return undefined;
    });
    return Buffer.concat(chunks);
  }
  return { read, write };
}

/** Within the third file. */
const STOPPED = 200_000;

test('what is resumed in the process that began it reads nothing again', async () => {
  const whole = await startProcess().write(0);
  const { read, write } = startProcess();
  const parts = [await write(0, STOPPED - 1), await write(STOPPED)];
  expect(Buffer.concat(parts).equals(whole)).toBe(true);
  expect(read).toEqual(FILES.map(({ length }) => length));
});

test('what is resumed in another process reads each file that it has not begun with once more for its check sum, and never again', async () => {
  const whole = await startProcess().write(0);
  const { read, write } = startProcess();
  expect((await write(STOPPED)).equals(whole.subarray(STOPPED))).toBe(true);
  const [first = 0, , third = 0, last = 0] = FILES.map(({ length }) => length);
  const sent = third - (STOPPED - whole.indexOf(FILES[2] ?? ''));
  expect(read).toEqual([first, 0, sent + third, last]);
  // Within the directory, which tells the check sums of all.
  expect((await write(whole.length - 200)).equals(whole.subarray(-200))).toBe(true);
  expect(read).toEqual([first, 0, sent + third, last]);
});
