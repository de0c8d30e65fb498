import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { asPicture, openShrink, type ShrunkType } from './shrink.ts';
import { createChance } from '../fixtures/chance.ts';

const shrink = await openShrink();

/** A picture that does not compress by itself alone: photos do not either. */
async function photo(width: number, height: number, format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> {
  // The same each time: how small it gets is chance otherwise.
  const noise = createChance(1).bytes(width * height * 3);
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .blur(3)
    .toFormat(format, { quality: 95 })
    .toBuffer();
}

const failing = (bytes: Buffer) =>
  (async () => shrink(asPicture(bytes), { widthPx: 160, type: 'image/webp' }))().then(
    () => 'made',
    (error: { failure?: { code: string } }) => error.failure?.code,
  );

describe('a picture is made smaller', () => {
  test.each<[ShrunkType, string]>([
    ['image/avif', 'heif'],
    ['image/webp', 'webp'],
    ['image/jpeg', 'jpeg'],
  ])('as %s', async (type, format) => {
    const original = asPicture(await photo(1280, 720));
    const made = await shrink(original, { widthPx: 320, type });
    expect(made.contentType).toBe(type);
    expect(made.bytes.length).toBeLessThan(original.bytes.length / 4);
    expect(await sharp(made.bytes).metadata()).toMatchObject({ format, width: 320, height: 180 });
  });

  test('never larger, and as it was where nothing is saved', async () => {
    const tiny = asPicture(
      await sharp(await photo(64, 64))
        .jpeg({ quality: 5 })
        .toBuffer(),
    );
    expect(await shrink(tiny, { widthPx: 640, type: 'image/jpeg' })).toBe(tiny);
    // A client that names no WebP gets none.
    const modern = asPicture(
      await sharp(await photo(64, 64))
        .webp({ quality: 1 })
        .toBuffer(),
    );
    expect(await shrink(modern, { widthPx: 640, type: 'image/webp' })).toBe(modern);
    expect((await shrink(modern, { widthPx: 640, type: 'image/jpeg' })).contentType).toBe('image/jpeg');
    const small = asPicture(await photo(300, 200, 'png'));
    const made = await shrink(small, { widthPx: 640, type: 'image/webp' });
    expect(await sharp(made.bytes).metadata()).toMatchObject({ format: 'webp', width: 300 });
  });

  test('turned as its camera says, and without what else its camera says', async () => {
    const turned = await sharp(await photo(400, 200))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { bytes } = await shrink(asPicture(turned), { widthPx: 100, type: 'image/webp' });
    const about = await sharp(bytes).metadata();
    expect([about.width, about.height, about.exif]).toEqual([100, 200, undefined]);
  });

  test('of moving pictures, the first', async () => {
    const frames = [255, 0].map((shade) => Buffer.alloc(60 * 40 * 3, shade));
    const gif = await sharp(Buffer.concat(frames), { raw: { width: 60, height: 80, channels: 3, pageHeight: 40 } })
      .gif({ delay: [100, 100] })
      .toBuffer();
    expect((await sharp(gif).metadata()).pages).toBe(2);
    const made = await shrink(asPicture(gif), { widthPx: 160, type: 'image/webp' });
    const { dominant } = await sharp(made.bytes).stats();
    expect([made.contentType, (await sharp(made.bytes).metadata()).pages ?? 1, dominant.r > 200]).toEqual([
      'image/webp',
      1,
      true,
    ]);
  });
});

describe('what is hostile is refused', () => {
  /** A PNG that claims so many pixels, all of one colour: some kilobytes for gigabytes. */
  function bomb(width: number, height: number): Buffer {
    const chunk = (type: string, data: Buffer) => {
      const body = Buffer.concat([Buffer.from(type), data]);
      const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
      length.writeUInt32BE(data.length);
      sum.writeUInt32BE(crc32(body));
      return Buffer.concat([length, body, sum]);
    };
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([1, 0, 0, 0, 0], 8);
    const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * Math.min(height, 2000)));
    const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
    return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
  }

  test('too many pixels', async () => {
    expect(await failing(bomb(30_000, 30_000))).toBe('upstream_too_large');
    expect(await failing(bomb(2_000_000, 20))).toBe('upstream_too_large');
  });

  test('cut off, bent, or something else', async () => {
    const good = await photo(600, 400);
    expect(await failing(good.subarray(0, 2000))).toBe('media_damaged');
    expect(await failing(Buffer.concat([good.subarray(0, 300), Buffer.alloc(3000, 0xff)]))).toBe('media_damaged');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>';
    for (const text of ['', '<html>', svg, 'GIF89a']) expect(await failing(Buffer.from(text))).toBe('media_damaged');
  });

  test('by the first bytes a JPEG, and in truth what no picture of ours may be', async () => {
    await shrink(asPicture(await photo(64, 64)), { widthPx: 80, type: 'image/jpeg' });
    // The library reads none of the kinds that were shut.
    await expect(
      sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')).metadata(),
    ).rejects.toThrow();
  });
});
