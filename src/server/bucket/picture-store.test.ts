import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openLocalBucket } from './local-bucket.ts';
import { createPictureStore, type PictureStoreSettings } from './picture-store.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

async function open(settings: Partial<PictureStoreSettings> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'shelf-'));
  const bucket = await openLocalBucket({ folder, secret: 'x', isAlone: true });
  const pictureStore = createPictureStore(bucket, { prefix: 'pictures/', keptS: 3600, maxBytes: 10_000, ...settings });
  cleanUp.push(
    () => rm(folder, { recursive: true, force: true }),
    () => pictureStore.close(),
  );
  const keys = async () => (await Array.fromAsync(bucket.list(''))).map(({ key }) => key);
  /** Makes a picture as old as told. */
  const age = async (key: string, seconds: number) => {
    const [above = '', name = ''] = key.split('/');
    const at = new Date(Date.now() - seconds * 1000);
    await utimes(join(folder, 'finished', `${above}+`, name), at, at);
  };
  return { folder, bucket, pictureStore, keys, age };
}

const picture = (size: number) => ({ bytes: Buffer.alloc(size, 7), contentType: 'image/webp' });

test('a picture is found by all that tells it apart', async () => {
  const { pictureStore } = await open();
  await pictureStore.put(['film', 'thumb', 320, 'image/webp'], picture(100));
  expect(await pictureStore.get(['film', 'thumb', 320, 'image/webp'])).toEqual(picture(100));
  expect(await pictureStore.get(['film', 'thumb', 160, 'image/webp'])).toBeNull();
});

test('what is old is swept, then what is too much, the oldest first, and nothing of others', async () => {
  const { bucket, pictureStore, keys, age } = await open();
  const { Readable } = await import('node:stream');
  await bucket.put('kept/file', Readable.from([Buffer.alloc(50_000)]), { contentType: 'video/mp4' });
  for (const [place, seconds] of [4000, 30, 20, 10].entries()) {
    const before = new Set(await keys());
    await pictureStore.put([place], picture(4000));
    const [key = ''] = (await keys()).filter((one) => !before.has(one));
    await age(key, seconds);
  }
  await pictureStore.sweep();
  const left = await Promise.all([0, 1, 2, 3].map(async (place) => (await pictureStore.get([place])) !== null));
  expect(left).toEqual([false, false, true, true]);
  expect(await bucket.head('kept/file')).not.toBeNull();
});

test('much that is put is swept before its time', async () => {
  const { pictureStore, keys } = await open();
  for (let place = 0; place < 12; place++) await pictureStore.put([place], picture(2000));
  await expect.poll(async () => (await keys()).length).toBeLessThanOrEqual(6);
});

test('a bucket that cannot be used costs nothing but the keeping', async () => {
  const { folder, pictureStore } = await open();
  await rm(folder, { recursive: true, force: true });
  await pictureStore.put(['x'], picture(10));
  expect(await pictureStore.get(['x'])).toBeNull();
});
