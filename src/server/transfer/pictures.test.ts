import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ok } from '#/model/failure.ts';
import type { FoundFormat } from '#/server/engine/media/extraction.ts';
import { createPictures } from './pictures.ts';

test('of pictures that are made smaller, only some are held at a time: who waits for their making holds nothing', async () => {
  const bytes = await sharp({ create: { width: 640, height: 360, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  let held = 0;
  let most = 0;
  const pictures = createPictures({
    engine: {
      async find() {
        // As from anywhere else: what was done before has been told by then.
        await setImmediate();
        return ok({ format: { kind: 'image' }, recipe: { kind: 'direct' } } as FoundFormat);
      },
    },
    transfer: {
      async prepare() {
        most = Math.max(most, ++held);
        const write = async (sink: (part: Uint8Array) => unknown) => ok(void (await sink(bytes)));
        return ok({ totalBytes: bytes.length, contentType: 'image/jpeg', etag: '""', write });
      },
    },
    log: () => {},
  });
  const { signal } = new AbortController();
  const wishes = Array.from({ length: 30 }, (_, n) => ({ widthPx: 100 + n, type: 'image/webp' as const }));
  const made = await Promise.all(
    wishes.map(async (wish) => {
      const picture = await pictures.read('https://x.com/i/status/1', 'image', wish, signal);
      held--;
      return picture.ok && picture.value.contentType;
    }),
  );
  expect(new Set(made)).toEqual(new Set(['image/webp']));
  expect(most).toBe(6);
});
