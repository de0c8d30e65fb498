import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ok } from '#/model/failure.ts';
import { readFile, readWhole } from './read-file.ts';
import type { Prepared } from './transfer.ts';
import { TransferError } from './transfer-error.ts';

const BYTES = Buffer.alloc(1024, 7);

/** A file that is written in this way. */
function fileOf(write: Prepared['write']): Prepared {
  return { totalBytes: 2 * BYTES.length, contentType: 'image/jpeg', etag: '""', write };
}

test('a file is read whole, whatever becomes of the memory that it was written from', async () => {
  const used = Buffer.from(BYTES);
  const file = fileOf(async (sink) => {
    await sink(used.fill(7));
    await sink(used.fill(8));
    used.fill(9);
    return ok(undefined);
  });
  const counts: number[] = [];
  expect(Buffer.concat(await readFile(file, (count) => counts.push(count)).toArray())).toEqual(
    Buffer.concat([BYTES, Buffer.alloc(1024, 8)]),
  );
  expect(counts).toEqual([1024, 1024]);
});

test('what keeps the bytes away is its failure', async () => {
  const file = fileOf(async (sink) => {
    await sink(BYTES);
    return { ok: false, failure: { code: 'media_changed' } };
  });
  expect(await readWhole(file, new AbortController().signal)).toEqual({
    ok: false,
    failure: { code: 'media_changed' },
  });
});

test('whoever stops reading a file in the middle ends what makes it', async () => {
  const leave = new AbortController();
  const ended = Promise.withResolvers<unknown>();
  const file = fileOf(async (sink) => {
    await sink(BYTES);
    leave.abort();
    await sleep(1);
    try {
      await sink(BYTES);
      ended.resolve('written');
    } catch (error) {
      ended.resolve(error);
    }
    return ok(undefined);
  });
  expect(await readWhole(file, leave.signal)).toEqual({ ok: false, failure: { code: 'cancelled' } });
  expect(await ended.promise).toBeInstanceOf(TransferError);
});

test('whoever leaves while their bytes wait for them ends what makes it, too', async () => {
  const ended = Promise.withResolvers<unknown>();
  const file = fileOf(async (sink) => {
    try {
      for (;;) await sink(BYTES);
    } catch (error) {
      ended.resolve(error);
    }
    return ok(undefined);
  });
  const stream = readFile(file);
  // More than a stream holds unread was written: the sink waits.
  await sleep(20);
  stream.destroy();
  expect(await ended.promise).toBeInstanceOf(TransferError);
});
