import { PassThrough, Writable } from 'node:stream';
import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ok } from '#/model/failure.ts';
import { readWhole } from './read-file.ts';
import { responseSink } from './response-sink.ts';
import type { Prepared, WriteOptions } from './transfer.ts';
import { TransferError } from './transfer-error.ts';

const BYTES = Buffer.alloc(1000, 1);
const CANCELLED = expect.objectContaining({ failure: { code: 'cancelled' } });

test('what is gone takes no more bytes', () => {
  const res = new PassThrough().destroy();
  expect(() => responseSink(res, {})(BYTES)).toThrow(CANCELLED);
});

test('bytes that the kernel took, and that could not be sent after all, are nobody’s failure', async () => {
  const res = new Writable();
  res.write = (_bytes: unknown, done?: unknown) => {
    setImmediate(() => typeof done === 'function' && done(new Error('reset')));
    return true;
  };
  expect(responseSink(res, {})(BYTES)).toBeUndefined();
  // A rejection that nobody hears would end the process, and this test.
  await tick();
  await tick();
});

test('whoever stops reading a file in the middle ends what makes it', async () => {
  const leave = new AbortController();
  const ended = Promise.withResolvers<unknown>();
  const file = {
    totalBytes: 2000,
    contentType: 'image/jpeg',
    etag: '""',
    async write(res: Writable, options: WriteOptions) {
      const sink = responseSink(res, options);
      await sink(BYTES);
      leave.abort();
      await tick();
      try {
        await sink(BYTES);
        ended.resolve('written');
      } catch (error) {
        ended.resolve(error);
      }
      return ok(undefined);
    },
  } satisfies Prepared;
  expect(await readWhole(file, leave.signal)).toEqual({ ok: false, failure: { code: 'cancelled' } });
  expect(await ended.promise).toBeInstanceOf(TransferError);
});
