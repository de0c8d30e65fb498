import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bucket } from './bucket.ts';
import { openLocalPlace, openS3Place, type Place } from './fixtures/places.ts';
import { chunksOf, MIB, sha256 } from './fixtures/sources.ts';

const VIDEO = { contentType: 'video/mp4' };

async function keysOf(bucket: Bucket, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of bucket.list(prefix)) keys.push(key);
  return keys.toSorted();
}

const read = async (bucket: Bucket, key: string) => buffer((await bucket.open(key)).body);

describe.each([
  { kind: 'a local folder', openPlace: openLocalPlace, pages: 0 },
  { kind: 'S3', openPlace: openS3Place, pages: 2 },
])('$kind', ({ openPlace, pages }) => {
  let place: Place;
  let bucket: Bucket;

  beforeAll(async () => {
    place = await openPlace();
    bucket = place.bucket;
  });
  afterAll(() => place.close());

  test.each([0, 1, 8 * MIB, 20 * MIB + 3])('keeps %i bytes whose number nobody told it', async (size) => {
    const bytes = randomBytes(size);
    const key = `sizes/${size}.mp4`;
    expect(await bucket.put(key, chunksOf(bytes), VIDEO)).toEqual({ bytes: size, sha256: sha256(bytes) });
    const file = await bucket.open(key);
    expect(file).toMatchObject({ bytes: size, totalBytes: size, contentType: 'video/mp4' });
    expect(sha256(await buffer(file.body))).toBe(sha256(bytes));
    expect(await bucket.head(key)).toMatchObject({ bytes: size, contentType: 'video/mp4' });
    expect(await place.unfinished()).toEqual([]);
  });

  test('takes a stream as well, and says when a file was stored', async () => {
    const before = Date.now();
    await bucket.put('stream.bin', Readable.from([Buffer.from('one '), Buffer.from('two')]), VIDEO);
    expect(String(await read(bucket, 'stream.bin'))).toBe('one two');
    const modifiedAtMs = (await bucket.head('stream.bin'))?.modifiedAt.getTime();
    // S3 tells whole seconds.
    expect(modifiedAtMs).toBeGreaterThan(before - 2000);
    expect(modifiedAtMs).toBeLessThanOrEqual(Date.now());
  });

  describe('ranges', () => {
    const bytes = randomBytes(300_000);
    beforeAll(() => bucket.put('ranges.bin', chunksOf(bytes), VIDEO));

    test.each([
      ['the first bytes', { start: 0, end: 9 }, bytes.subarray(0, 10)],
      ['up to a byte', { end: 99 }, bytes.subarray(0, 100)],
      ['the middle', { start: 100_000, end: 199_999 }, bytes.subarray(100_000, 200_000)],
      ['one byte', { start: 5, end: 5 }, bytes.subarray(5, 6)],
      ['from a byte on', { start: 299_000 }, bytes.subarray(299_000)],
      ['the last byte', { start: 299_999 }, bytes.subarray(299_999)],
      ['an end beyond the file', { start: 299_990, end: 999_999 }, bytes.subarray(299_990)],
    ])('%s', async (_name, range, expected) => {
      const file = await bucket.open('ranges.bin', range);
      expect(file).toMatchObject({ bytes: expected.length, totalBytes: 300_000, contentType: 'video/mp4' });
      expect((await buffer(file.body)).equals(expected)).toBe(true);
    });

    test.each([
      { start: 300_000 },
      { start: 300_000, end: 300_001 },
      { start: 9, end: 8 },
      { start: -1 },
      { end: 0.5 },
    ])('%o is no range of it', async (range) => {
      await expect(bucket.open('ranges.bin', range)).rejects.toMatchObject({ code: 'invalid_range' });
    });
  });

  test('a file that is not there', async () => {
    expect(await bucket.head('nowhere/none.mp4')).toBeNull();
    await expect(bucket.open('nowhere/none.mp4')).rejects.toMatchObject({ code: 'not_found' });
    expect(await keysOf(bucket, 'nowhere/')).toEqual([]);
    await bucket.delete('nowhere/none.mp4');
  });

  test('a file is replaced with its type, and deleted', async () => {
    await bucket.put('again.bin', chunksOf(randomBytes(100_000)), VIDEO);
    await bucket.put('again.bin', chunksOf(Buffer.from('short')), { contentType: 'text/plain; charset=utf-8' });
    expect(await bucket.head('again.bin')).toMatchObject({ bytes: 5, contentType: 'text/plain; charset=utf-8' });
    expect(String(await read(bucket, 'again.bin'))).toBe('short');
    await bucket.delete('again.bin');
    expect(await bucket.head('again.bin')).toBeNull();
    await bucket.delete('again.bin');
  });

  test('files are listed by the beginning of their keys, at any depth', async () => {
    const keys = ['list/a', 'list/a/b', 'list/a/b.mp4', 'list/a.mp4', 'list/ab/c', 'listed'];
    for (const key of keys) await bucket.put(key, chunksOf(Buffer.from(key)), VIDEO);
    expect(await keysOf(bucket, 'list')).toEqual(keys.toSorted());
    expect(await keysOf(bucket, 'list/')).toEqual(keys.filter((key) => key !== 'listed').toSorted());
    expect(await keysOf(bucket, 'list/a/')).toEqual(['list/a/b', 'list/a/b.mp4']);
    expect(await keysOf(bucket, 'list/a/b.')).toEqual(['list/a/b.mp4']);
    expect(await keysOf(bucket, 'list/x')).toEqual([]);
    for await (const { key, bytes, modifiedAt } of bucket.list('list/ab/')) {
      expect({ key, bytes }).toEqual({ key: 'list/ab/c', bytes: 9 });
      expect(modifiedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
    }
    expect(String(await read(bucket, 'list/a'))).toBe('list/a');
  });

  test('more files than a page of S3 has are all listed', async () => {
    const keys = Array.from({ length: 1003 }, (_, index) => `many/${String(index).padStart(4, '0')}`);
    const remaining = keys.values();
    const putRemaining = async () => {
      for (const key of remaining) await bucket.put(key, Readable.from([Buffer.from('x')]), VIDEO);
    };
    await Promise.all(Array.from({ length: 8 }, putRemaining));
    const pagesBefore = place.pagesListed();
    expect(await keysOf(bucket, 'many/')).toEqual(keys);
    expect(place.pagesListed() - pagesBefore).toBe(pages);
  });

  test.each([10, 9 * MIB])('a source that fails after %i bytes leaves nothing, and its own error', async (size) => {
    const failure = new Error('the upstream broke off');
    async function* failing() {
      yield* chunksOf(randomBytes(size));
      throw failure;
    }
    await expect(bucket.put('failed/file.mp4', failing(), VIDEO)).rejects.toBe(failure);
    expect(await keysOf(bucket, 'failed/')).toEqual([]);
    expect(await place.unfinished()).toEqual([]);
  });

  test.each([10, 9 * MIB])('an abort after %i bytes does not wait for a silent source', async (size) => {
    const stop = new AbortController();
    const reached = Promise.withResolvers<void>();
    async function* source() {
      yield* chunksOf(randomBytes(size));
      reached.resolve();
      await new Promise(() => {});
    }
    const put = bucket.put('aborted/file.mp4', source(), { ...VIDEO, signal: stop.signal });
    await reached.promise;
    stop.abort(new Error('the visitor left'));
    await expect(put).rejects.toMatchObject({ code: 'cancelled', cause: { message: 'the visitor left' } });
    expect(await keysOf(bucket, 'aborted/')).toEqual([]);
    expect(await place.unfinished()).toEqual([]);
  });

  test('an abort closes the stream that was to be stored', async () => {
    const stop = new AbortController();
    const source = new Readable({ read: () => undefined });
    source.push(randomBytes(1000));
    const put = bucket.put('aborted/stream.mp4', source, { ...VIDEO, signal: stop.signal });
    await expect.poll(() => source.readableLength).toBe(0);
    stop.abort();
    await expect(put).rejects.toMatchObject({ code: 'cancelled' });
    expect(source.destroyed).toBe(true);
  });

  test('nothing is begun for a signal that has aborted already', async () => {
    const signal = AbortSignal.abort();
    const put = bucket.put('late.mp4', chunksOf(Buffer.from('x')), { ...VIDEO, signal });
    await expect(put).rejects.toMatchObject({ code: 'cancelled' });
    expect(await bucket.head('late.mp4')).toBeNull();
    await bucket.put('there.mp4', chunksOf(Buffer.from('x')), VIDEO);
    await expect(bucket.open('there.mp4', { signal })).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('an abort ends the reading of a file', async () => {
    await bucket.put('reading.bin', chunksOf(randomBytes(4 * MIB)), VIDEO);
    const stop = new AbortController();
    const { body } = await bucket.open('reading.bin', { signal: stop.signal });
    await once(body, 'readable');
    stop.abort();
    await expect(buffer(body)).rejects.toThrow();
    expect(body.destroyed).toBe(true);
  });

  test('a file that is still written cannot be seen', async () => {
    const bytes = randomBytes(9 * MIB);
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    async function* source() {
      yield* chunksOf(bytes);
      reached.resolve();
      await gate.promise;
    }
    const put = bucket.put('growing/file.mp4', source(), VIDEO);
    await reached.promise;
    expect(await bucket.head('growing/file.mp4')).toBeNull();
    await expect(bucket.open('growing/file.mp4')).rejects.toMatchObject({ code: 'not_found' });
    expect(await keysOf(bucket, 'growing/')).toEqual([]);
    gate.resolve();
    expect(await put).toEqual({ bytes: bytes.length, sha256: sha256(bytes) });
    expect(sha256(await read(bucket, 'growing/file.mp4'))).toBe(sha256(bytes));
  });

  test('of several puts of one key at once, one wins whole', async () => {
    const contents = Array.from({ length: 5 }, () => randomBytes(9 * MIB));
    const types = contents.map((_, index) => `video/x-${index}`);
    const puts = contents.map((bytes, index) =>
      bucket.put('contested.mp4', chunksOf(bytes), { contentType: types[index] ?? '' }),
    );
    expect((await Promise.all(puts)).map(({ sha256 }) => sha256)).toEqual(contents.map(sha256));
    const { body, contentType } = await bucket.open('contested.mp4');
    const winner = contents.map(sha256).indexOf(sha256(await buffer(body)));
    expect(types[winner]).toBe(contentType);
    expect(await place.unfinished()).toEqual([]);
  });

  test.each([
    '',
    '/',
    '/etc/passwd',
    '../x',
    'a/../b',
    'a/..',
    './a',
    'a//b',
    'a/',
    'A',
    'a b',
    'a%2fb',
    'ä',
    'a\\b',
    'a\0',
    'a+/b',
  ])('the key %j is refused', async (key) => {
    const source = chunksOf(Buffer.from('x'));
    const refused = { code: 'invalid_key' };
    await expect(bucket.put(key, source, VIDEO)).rejects.toMatchObject(refused);
    await expect(bucket.open(key)).rejects.toMatchObject(refused);
    await expect(bucket.head(key)).rejects.toMatchObject(refused);
    await expect(bucket.delete(key)).rejects.toMatchObject(refused);
    await expect(bucket.url(key, { expiresAt: new Date(), fileName: 'a' })).rejects.toMatchObject(refused);
  });

  test('keys have a longest length, as have their segments; prefixes are judged like keys', async () => {
    const longest = `${'a'.repeat(200)}/${'b'.repeat(200)}/${'c'.repeat(110)}`;
    await bucket.put(longest, chunksOf(Buffer.from('x')), VIDEO);
    expect(await keysOf(bucket, longest)).toEqual([longest]);
    await expect(bucket.head(`${longest}c`)).rejects.toMatchObject({ code: 'invalid_key' });
    await expect(bucket.head('a'.repeat(201))).rejects.toMatchObject({ code: 'invalid_key' });
    for (const prefix of ['../', '/', 'a/../', 'A', 'a//']) {
      await expect(async () => keysOf(bucket, prefix)).rejects.toMatchObject({ code: 'invalid_key' });
    }
  });

  describe('signed addresses', () => {
    const bytes = randomBytes(70_000);
    const inAMinute = () => new Date(Date.now() + 60_000);
    beforeAll(() => bucket.put('signed/file-1.mp4', chunksOf(bytes), VIDEO));

    test.each([
      'Clip (720p).mp4',
      `It's "new" & 100 % *.mp4`,
      'Видео о кошках.mp4',
      '猫の動画 ✓.mp4',
      'مقطع.mp4',
      'แมว 🐈‍⬛.mp4',
      'एक वीडियो.mp4',
    ])('give the file as %s', async (fileName) => {
      const answer = await place.fetch(await bucket.url('signed/file-1.mp4', { expiresAt: inAMinute(), fileName }));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('video/mp4');
      const disposition = answer.headers.get('content-disposition') ?? '';
      const [, plain, encoded = ''] =
        /^attachment; filename="([\x20-\x7e]*)"; filename\*=UTF-8''([\w.!%-]+)$/.exec(disposition) ?? [];
      expect(plain).toMatch(/^[^"\\%]+\.mp4$/);
      expect(decodeURIComponent(encoded)).toBe(fileName);
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    });

    test.each([
      ['another key', (url: string) => url.replace('file-1', 'file-2')],
      ['another name', (url: string) => url.replace('Name', 'Nbme')],
      ['a later end', (url: string) => url.replace(/(?<=[?&](?:e|X-Amz-Expires)=)\d/, '9')],
      ['no signature', (url: string) => url.replace(/[?&](?:s|X-Amz-Signature)=[\w-]+/, '')],
      ['a signature cut short', (url: string) => url.replace(/(?<=(?:s|X-Amz-Signature)=[\w-]{40})[\w-]+/, '')],
    ])('are refused with %s', async (_name, tamper) => {
      await bucket.put('signed/file-2.mp4', chunksOf(bytes), VIDEO);
      const url = await bucket.url('signed/file-1.mp4', { expiresAt: inAMinute(), fileName: 'Name.mp4' });
      expect(tamper(url)).not.toBe(url);
      expect((await place.fetch(tamper(url))).status).toBe(403);
      expect((await place.fetch(url)).status).toBe(200);
    });

    test('are refused when they have expired', async () => {
      const url = await bucket.url('signed/file-1.mp4', { expiresAt: new Date(Date.now() + 1000), fileName: 'a.mp4' });
      await expect.poll(async () => (await place.fetch(url)).status).toBe(403);
    });
  });
});
