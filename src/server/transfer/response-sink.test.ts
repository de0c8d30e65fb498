import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ok } from '#/model/failure.ts';
import { readWhole } from './read-file.ts';
import { responseSink } from './response-sink.ts';
import type { Prepared, WriteOptions } from './transfer.ts';
import { TransferError } from './transfer-error.ts';

const BYTES = Buffer.alloc(1024);
const cancelled = expect.objectContaining({ failure: { code: 'cancelled' } });

/** A response whose visitor left, from the moment that the server can know it. */
async function leftResponse(): Promise<{ res: ServerResponse; close: () => void }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sent = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }).on('error', () => {});
  sent.end();
  const [, res] = (await once(server, 'request')) as [unknown, ServerResponse];
  return { res, close: () => server.close() };
}

test('bytes for somebody who left are cancelled', async () => {
  const { res, close } = await leftResponse();
  const write = responseSink(res, {});
  res.destroy();
  expect(() => write(BYTES)).toThrow(cancelled);
  close();
});

test('bytes that turn out not to have been taken end nothing but their own transfer', async () => {
  const unheard: unknown[] = [];
  const hear = (reason: unknown) => unheard.push(reason);
  process.on('unhandledRejection', hear);
  // Takes them at once, by its length, and fails afterwards.
  const stream = new Writable({ write: (_chunk, _encoding, done) => void setImmediate(done, new Error('ECONNRESET')) });
  Object.defineProperty(stream, 'writableLength', { value: 0 });
  stream.on('error', () => {});
  const write = responseSink(stream, {});
  expect(write(BYTES)).toBeUndefined();
  await sleep(20);
  expect(() => write(BYTES)).toThrow(cancelled);
  await sleep(20);
  process.off('unhandledRejection', hear);
  expect(unheard).toEqual([]);
});

test('who is slow is waited for, and whoever leaves meanwhile is cancelled', async () => {
  const stream = new Writable({ write: () => {} });
  const taken = responseSink(stream, {})(BYTES);
  stream.destroy();
  await expect(taken).rejects.toEqual(cancelled);
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
      await sleep(1);
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
