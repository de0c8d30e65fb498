import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MEDIA_FOLDER } from '../../../../tests/platforms/make-media.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { startSite, type TestSite } from '../../../../tests/setup/site.ts';

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let site: TestSite;

beforeAll(async () => {
  platforms = await startPlatforms();
  site = await startSite({ platforms, works: false });
});
afterAll(async () => {
  await site.close();
  await platforms.close();
});
beforeEach(() => platforms.reset());

const sha256 = (bytes: NodeJS.ArrayBufferView) => createHash('sha256').update(bytes).digest('hex');

/** X’s addresses are not signed and have no end: of them one request is refused. */
describe.each([
  ['facebook', 'https://www.facebook.com/watch/?v=900000000000001', 'hd', 'prog_720.mp4'],
  ['instagram', 'https://www.instagram.com/p/REPLICAok01/', 'mp4-1280x720', 'prog_720.mp4'],
  ['tiktok', 'https://www.tiktok.com/@replica.user/video/7400000000000000001', 'h264_540p_753000', 'portrait_576.mp4'],
  ['twitter', 'https://x.com/replica/status/1800000000000000001', 'http-2176', 'prog_720.mp4'],
  ['youtube', 'https://www.youtube.com/watch?v=BigFile0001', '18', 'big_360.mp4'],
])('%s', (platform, link, id, file) => {
  async function linkOf(): Promise<string> {
    const resolved = await site.client.resolve(link);
    if (!resolved.ok) throw new Error(resolved.failure.code);
    return site.origin + resolved.value.links[id];
  }

  test('what has an address no more is read anew, and comes whole', async () => {
    const address = await linkOf();
    if (platform === 'twitter') platforms.knobs.failNext = { host: 'video.twimg.com', status: 403, count: 1 };
    else {
      const same = { bytes: 'same', etag: 'same', lastModified: 'same' } as const;
      platforms.knobs.change = { after: 1, expires: true, ...same };
      // From here on the address that the site has was asked for once, and is refused.
      const begun = await fetch(address, { headers: { range: 'bytes=0-0' } });
      expect((await begun.bytes()).length).toBe(1);
    }
    const response = await fetch(address);
    expect(response.status).toBe(200);
    expect(sha256(await response.bytes())).toBe(sha256(readFileSync(join(MEDIA_FOLDER, file))));
  });

  test('where no address is answered, this is said before the first byte', async () => {
    const address = await linkOf();
    // Longer than a file counts as there without being asked for again.
    await setTimeout(1_500);
    platforms.knobs.expired = true;
    const response = await fetch(address);
    expect([response.status, (await response.json()).code]).toEqual([502, 'upstream_forbidden']);
  });
});
