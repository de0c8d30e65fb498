import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type S3Server, startS3Server } from './fixtures/s3-server.ts';
import { chunksOf, MIB } from './fixtures/sources.ts';
import { openS3Bucket, type S3Settings } from './s3-bucket.ts';

const run = promisify(execFile);
const VIDEO = { contentType: 'video/mp4' };
let server: S3Server;

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

async function openWith(changes: Partial<S3Settings> = {}) {
  const bucket = await openS3Bucket({ ...server.settings, ...changes });
  onTestFinished(() => bucket.close());
  return bucket;
}

test.each([
  ['a wrong secret', { secretAccessKey: 'guessed-secret' }],
  ['a bucket that is not there', { bucket: 'elsewhere' }],
  ['nobody at the address', { endpoint: 'http://127.0.0.1:9' }],
])('%s is told without addresses, keys or secrets', async (_name, changes) => {
  const bucket = await openWith(changes);
  const attempts = [
    bucket.put('obj/a.mp4', chunksOf(Buffer.from('x')), VIDEO),
    bucket.open('obj/a.mp4'),
    Array.fromAsync(bucket.list('obj/')),
  ];
  for (const attempt of await Promise.allSettled(attempts)) {
    const error: unknown = attempt.status === 'rejected' ? attempt.reason : null;
    expect(error).toMatchObject({ code: 'unavailable' });
    expect(String(error)).not.toMatch(/127\.0\.0\.1|http|S3RVER|secret|obj|elsewhere/);
  }
});

test.each([
  ['storing a file of one part', 1000],
  ['beginning a file of several', 9 * MIB],
])('an abort while S3 is silent about %s is not held up for long', async (_what, size) => {
  const silent = createServer((req) => void req.resume());
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void silent.close().closeAllConnections());
  const bucket = await openWith({ endpoint: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` });
  const stop = new AbortController();
  const source = Readable.from(chunksOf(randomBytes(size)));
  const put = bucket.put('obj/a.mp4', source, { ...VIDEO, signal: stop.signal });
  await once(silent, 'request');
  stop.abort();
  await expect(put).rejects.toMatchObject({ code: 'cancelled' });
  const opened = bucket.open('obj/a.mp4', { signal: AbortSignal.timeout(50) });
  await expect(opened).rejects.toMatchObject({ code: 'cancelled' });
});

test('visitors are sent to the public address, which the server itself never uses', async () => {
  const bucket = await openWith({ publicEndpoint: 'https://files.clipferry.example' });
  await bucket.put('obj/a.mp4', chunksOf(Buffer.from('x')), VIDEO);
  const url = new URL(await bucket.url('obj/a.mp4', { expiresAt: new Date(Date.now() + 600_000), fileName: 'a.mp4' }));
  expect(url.origin + url.pathname).toBe('https://files.clipferry.example/files/obj/a.mp4');
  expect(Number(url.searchParams.get('X-Amz-Expires'))).toBeGreaterThan(590);
  expect(url.search).not.toContain(server.settings.secretAccessKey);
});

test.each([
  ['in the past', -60_000, '1'],
  ['in a year', 365 * 24 * 3_600_000, '604800'],
])('an end %s becomes the nearest that a signature can have', async (_name, fromNowMs, expiryS) => {
  const bucket = await openWith();
  const url = await bucket.url('a.mp4', { expiresAt: new Date(Date.now() + fromNowMs), fileName: 'a.mp4' });
  expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe(expiryS);
});

test('without endpoint and region of one’s own, files are at Amazon under the host of the bucket', async () => {
  const bucket = await openWith({ endpoint: undefined, bucket: 'clips', region: 'eu-west-1' });
  const url = await bucket.url('a.mp4', { expiresAt: new Date(Date.now() + 60_000), fileName: 'a.mp4' });
  expect(new URL(url).origin).toBe('https://clips.s3.eu-west-1.amazonaws.com');
});

test('only who keeps files in S3 loads its SDK', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'modules-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const script = join(import.meta.dirname, 'fixtures', 'modules-loaded.ts');
  const loadedFor = async (place: object) =>
    JSON.parse((await run(process.execPath, [script, JSON.stringify({ folder, secret: 'x', ...place })])).stdout);
  expect(await loadedFor({})).toEqual({ kind: 'local', packages: [] });
  expect(await loadedFor({ s3: server.settings })).toMatchObject({
    kind: 's3',
    packages: expect.arrayContaining(['@aws-sdk/client-s3']),
  });
});
