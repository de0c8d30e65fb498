import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDownloaderClient } from '#/server/http/client.ts';
import type { Downloader } from '#/server/service/downloader.ts';
import { type Platforms, startPlatforms } from '../platforms/server.ts';
import { follow, type Followed } from '../setup/follow.ts';
import { freePort } from '../setup/ports.ts';
import { API_KEY, siteSettings } from './cluster.ts';
import { createSiteProcess, type SiteProcess } from './site-process.ts';
import { linkFrom, save, sha256OfMedia, value } from './visitor.ts';

const LONG = { url: 'https://www.youtube.com/watch?v=BigFile0001', format: '18', file: 'big_360.mp4' };
const VISITOR = { onBehalf: { visitorId: crypto.randomUUID(), address: '203.0.113.7' }, headers: { cookie: '' } };
const TIMEOUTS = { timeout: 60_000, interval: 20 };

let platforms: Platforms;
let folder: string;
let origin: string;
let site: SiteProcess;
let client: Downloader;
const followed: Followed[] = [];

beforeEach(async () => {
  platforms = await startPlatforms();
  folder = await mkdtemp(join(tmpdir(), 'clipferry-embedded-'));
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  const place = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: folder };
  site = createSiteProcess('site', 'web', { ...siteSettings(platforms), ...place });
  client = createDownloaderClient({ origin, apiKey: API_KEY, fetch });
  await site.start();
});
afterEach(async () => {
  for (const { close } of followed.splice(0)) close();
  expect(await site.close()).toBe(0);
  await platforms.close();
  await rm(folder, { recursive: true, force: true });
});

function watch(id: string): Followed {
  const watching = follow(origin, id);
  followed.push(watching);
  return watching;
}

test('the one process that is everything is killed while it makes a file: started again, it makes it at once', async () => {
  platforms.knobs.throttleBytesPerS = 400_000;
  const link = await linkFrom(client, VISITOR, LONG.url, LONG.format);
  const { id } = value(await client.keep({ link }, VISITOR));
  const before = watch(id);
  await expect.poll(() => before.latest()?.receivedBytes, TIMEOUTS).toBeGreaterThan(1_000_000);
  await site.kill();

  const startedAt = performance.now();
  await site.start();
  const listensAfterMs = performance.now() - startedAt;
  const after = watch(id);
  await expect.poll(() => after.latest()?.state, TIMEOUTS).toBe('preparing');
  const runsAfterMs = performance.now() - startedAt;
  process.stderr.write(
    `after kill -9: listens ${ms(listensAfterMs)}, file begun anew ${ms(runsAfterMs)} after the start\n`,
  );
  platforms.reset();
  await expect.poll(() => after.latest()?.state, TIMEOUTS).toBe('ready');
  const [made] = value(await client.downloads(VISITOR)).downloads;
  const saved = await save(origin + (made?.file?.link ?? ''), VISITOR);
  expect(saved.sha256).toBe(await sha256OfMedia(LONG.file));
  // Of the attempt that was killed, nothing is left.
  const entries = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true });
  expect(entries.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([`${id}.2`]);
});

function ms(duration: number): string {
  return `${Math.round(duration)} ms`;
}
