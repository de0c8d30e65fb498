import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDownloaderClient } from '#/server/http/client.ts';
import type { Downloader } from '#/server/service/downloader.ts';
import { type Platforms, startPlatforms } from '../platforms/server.ts';
import { copyFirstStart } from '../setup/first-start.ts';
import { freePort } from '../setup/ports.ts';
import { API_KEY, siteSettings } from './cluster.ts';
import { createSiteProcess, type SiteProcess } from './site-process.ts';
import { linkFrom, save, sha256OfMedia, value } from './visitor.ts';

/** A site that is told to end (SIGTERM) while it sends files: as a process, with real connections. */
const LONG = { url: 'https://www.youtube.com/watch?v=BigFile0001', format: '18', file: 'big_360.mp4' };
const OTHER = { url: 'https://www.youtube.com/watch?v=OKvideo0001', format: '18' };
/** Two films and a photo, in one archive. */
const POST = { url: 'https://www.instagram.com/p/REPLICAca02/', items: '1.mp4-1280x720,2.photo,3.mp4-1280x720' };
const VISITOR = { onBehalf: { visitorId: crypto.randomUUID(), address: '203.0.113.7' }, headers: { cookie: '' } };
const TIMEOUTS = { timeout: 60_000, interval: 20 };
/** Some 4 s for the whole file, and more than any grace here. */
const STEADY = 4_000_000;
const CRAWL = 100_000;

let platforms: Platforms;
let folder: string;
let origin: string;
let client: Downloader;
let place: Record<string, string>;

beforeAll(async () => {
  platforms = await startPlatforms();
  folder = await mkdtemp(join(tmpdir(), 'clipferry-shutdown-'));
  await copyFirstStart(folder);
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  place = { ...siteSettings(platforms), HOST: '127.0.0.1', PORT: String(port), DATA_DIR: folder };
  client = createDownloaderClient({ origin, apiKey: API_KEY, fetch });
});
beforeEach(() => platforms.reset());
afterAll(async () => {
  await platforms.close();
  await rm(folder, { recursive: true, force: true });
});

async function startSite(graceSeconds: number): Promise<SiteProcess> {
  const site = createSiteProcess('site', 'web', { ...place, SHUTDOWN_GRACE_SECONDS: String(graceSeconds) });
  await site.start();
  return site;
}

async function ask(path: string, agent?: Agent): Promise<IncomingMessage> {
  const [answer] = (await once(get(origin + path, { agent }), 'response')) as [IncomingMessage];
  return answer;
}

const archiveLink = async () => `${await linkFrom(client, VISITOR, POST.url, 'zip')}?items=${POST.items}`;

/** Of a film as a page plays it. */
async function previewLink(): Promise<string> {
  const { shown } = value(await client.resolve(LONG.url, { onBehalf: VISITOR.onBehalf }));
  const [preview = ''] = Object.values(shown.previews);
  return preview;
}

async function jsonOf(answer: IncomingMessage): Promise<unknown> {
  return JSON.parse(Buffer.concat(await Array.fromAsync(answer)).toString());
}

/** A download as it comes: what arrived so far, and how it ended. */
function receive(answer: IncomingMessage) {
  const hash = createHash('sha256');
  let bytes = 0;
  const end = (async () => {
    for await (const chunk of answer) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    return hash.digest('hex');
  })().catch(() => 'cut' as const);
  return { bytes: () => bytes, end };
}

const told = async (answer: IncomingMessage) => {
  const { statusCode, headers } = answer;
  return {
    status: statusCode,
    retryAfter: headers['retry-after'],
    connection: headers.connection,
    body: await jsonOf(answer),
  };
};
const COME_BACK = {
  status: 503,
  retryAfter: expect.stringMatching(/^\d+$/),
  connection: 'close',
  body: expect.objectContaining({ code: 'busy' }),
};

test('told to end: what runs ends whole, probes and whoever comes are told so at once, and the process ends', async () => {
  const site = await startSite(60);
  const link = await linkFrom(client, VISITOR, LONG.url, LONG.format);
  const [archive, preview] = [await archiveLink(), await previewLink()];
  const wholeArchive = await receive(await ask(archive)).end;
  // A proxy's connection, which is kept.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await jsonOf(await ask('/readyz', agent))).toEqual({ status: 'ready', failing: [] });
  platforms.knobs.throttleBytesPerS = STEADY;
  const shown = await ask(preview);
  expect(shown.headers['content-disposition']).toMatch(/^inline/);
  const [download, playing] = [receive(await ask(link)), receive(shown)];
  for (const { bytes } of [download, playing]) await expect.poll(bytes, TIMEOUTS).toBeGreaterThan(100_000);
  // So small that it would have come before anybody is told to end.
  platforms.knobs.throttleBytesPerS = CRAWL;
  const packing = receive(await ask(archive));
  await expect.poll(packing.bytes, TIMEOUTS).toBeGreaterThan(50_000);
  const ending = site.close();
  await expect.poll(async () => (await ask('/readyz')).statusCode, TIMEOUTS).toBe(503);
  expect(await told(await ask('/readyz', agent))).toMatchObject({
    connection: 'close',
    body: { status: 'failing', failing: ['shutdown'] },
  });
  for (const path of [link, archive, preview]) expect(await told(await ask(path)), path).toEqual(COME_BACK);
  // Kept files have links of another kind, existing clients of a third.
  for (const path of ['/files/kept', '/api/cobalt/tunnel'])
    expect(await told(await ask(path))).toMatchObject({ ...COME_BACK, body: {} });
  expect((await ask('/')).statusCode).toBe(200);
  platforms.knobs.throttleBytesPerS = STEADY;
  expect(wholeArchive).toMatch(/^\w{64}$/);
  expect(await packing.end).toBe(wholeArchive);
  const film = await sha256OfMedia(LONG.file);
  expect([await download.end, await playing.end]).toEqual([film, film]);
  expect(await ending).toBe(0);
  agent.destroy();
});

test('what does not end in its time is cut, and resumed where it was; what has not begun is told to come back', async () => {
  const site = await startSite(2);
  const link = await linkFrom(client, VISITOR, LONG.url, LONG.format);
  const other = await linkFrom(client, VISITOR, OTHER.url, OTHER.format);
  const archive = await archiveLink();
  platforms.knobs.throttleBytesPerS = CRAWL;
  let received = 0;
  const saving = save(origin + link, VISITOR, (bytes) => (received = bytes));
  await expect.poll(() => received, TIMEOUTS).toBeGreaterThan(50_000);
  // Nothing of it comes before the platform answers.
  platforms.knobs.latencyMs = 20_000;
  const asked = platforms.log.length;
  const unbegun = Promise.all([ask(other), ask(archive)]);
  await expect.poll(() => platforms.log.length, TIMEOUTS).toBeGreaterThan(asked);
  const startedAt = performance.now();
  const [code, answers] = await Promise.all([site.close(), unbegun]);
  expect(code).toBe(0);
  for (const answer of answers) expect(await told(answer)).toEqual(COME_BACK);
  // Its two seconds, and not much more than it takes to close.
  expect(performance.now() - startedAt).toBeGreaterThan(1_900);
  const before = received;
  platforms.reset();
  const again = await startSite(2);
  expect(await saving).toMatchObject({ sha256: await sha256OfMedia(LONG.file) });
  expect(before).toBeGreaterThan(50_000);
  expect(await again.close()).toBe(0);
});
