import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DownloadRecord, PlatformHealth, Resolved, Usage } from '#/model/download.ts';
import type { Result } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';
import { type S3Server, startS3Server } from '#/server/bucket/fixtures/s3-server.ts';
import { sharedSecret } from '#/server/store/tables/secrets.ts';
import { openStore } from '#/server/store/store.ts';
import { type Platforms, startPlatforms } from '../platforms/server.ts';
import { follow } from '../setup/follow.ts';
import { copyCompiledExtractor } from '../setup/compiled-extractor.ts';
import { freePort } from '../setup/ports.ts';
import { type Postgres, startPostgres } from '../setup/postgres.ts';
import { siteSettings } from './cluster.ts';
import { callServerFunction } from './server-functions.ts';
import { createSiteProcess, type SiteProcess } from './site-process.ts';
import { createVisitor, save, sha256OfMedia, value, type Visitor } from './visitor.ts';

const FILM = { url: 'https://x.com/replica/status/1800000000000000001', format: 'http-2176', file: 'prog_720.mp4' };
const METRICS_TOKEN = 'token-of-two-processes';
const TIMEOUTS = { timeout: 60_000, interval: 50 };

let platforms: Platforms;
let postgres: Postgres;
let s3: S3Server;
let folder: string;
let origins: { site: string; downloader: string };
/** What visitors see, and what it asks. */
let site: SiteProcess;
let downloader: SiteProcess;
let visitor: Visitor;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clipferry-remote-'));
  [platforms, postgres, s3] = [await startPlatforms(), await startPostgres(), await startS3Server()];
  const databaseUrl = await postgres.createDatabase();
  const ports = { site: await freePort(), downloader: await freePort() };
  origins = { site: `http://127.0.0.1:${ports.site}`, downloader: `http://127.0.0.1:${ports.downloader}` };
  const node = (name: keyof typeof ports, own: Record<string, string>) => {
    copyCompiledExtractor(join(folder, name, 'engine'));
    return createSiteProcess(name, 'web', {
      ...siteSettings(platforms),
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(folder, name),
      S3_BUCKET: s3.settings.bucket,
      S3_ENDPOINT: s3.settings.endpoint,
      S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
      METRICS_TOKEN,
      HOST: '127.0.0.1',
      PORT: String(ports[name]),
      ...own,
    });
  };
  downloader = node('downloader', { JOB_WORKERS: '1' });
  site = node('site', { JOB_WORKERS: '0', DOWNLOADER_API_URL: origins.downloader });
  await downloader.start();
  await site.start();
  const store = await openStore({ url: databaseUrl, folder: '', log: () => {} });
  visitor = createVisitor(await sharedSecret(store, 'signing'));
  await store.close();
});
afterAll(async () => {
  await site.close();
  await downloader.close();
  await postgres.close();
  await s3.close();
  await platforms.close();
  await rm(folder, { recursive: true, force: true });
});

/** As the visitor's page calls the site. */
function callSite<T>(name: string, method: 'GET' | 'POST', data?: unknown): Promise<T> {
  const headers = { ...visitor.headers, origin: origins.site, 'sec-fetch-site': 'same-origin' };
  return callServerFunction<T>(origins.site, name, { method, headers, ...(data !== undefined && { data }) });
}

function call<T>(name: string, data?: unknown, method: 'GET' | 'POST' = 'POST'): Promise<Result<T>> {
  return callSite<Result<T>>(name, method, data);
}

/** How often a process was asked by one kind of route. */
async function asked(origin: string, route: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${origin}/metrics`, { headers })).text();
  const counts = text.matchAll(/^\w*requests\w*_(?:total|count)\{([^}]*)\} (\d+)$/gm);
  return [...counts].reduce(
    (sum, [, labels = '', count]) => sum + (labels.includes(`"${route}"`) ? Number(count) : 0),
    0,
  );
}

test('what visitors ask of a site is answered by the downloader that it names, and not by its own', async () => {
  const { media, links } = value(await call<Resolved>('resolveLink', { url: FILM.url }));
  expect(media.canonicalUrl).toBe(FILM.url);
  expect(await asked(origins.downloader, 'api.resolve')).toBe(1);
  expect(await asked(origins.site, 'api.resolve')).toBe(0);
  const pages = await callSite<{ platforms: Result<Record<Platform, PlatformHealth>> }>('getPlatformPages', 'GET');
  expect(value(pages.platforms).twitter.state).toBe('working');
  const before = value(await call<Usage>('getUsage', undefined, 'GET'));
  // The link is good on the site that the visitor is on.
  const saved = await save(origins.site + (links[FILM.format] ?? ''), visitor);
  expect(saved.sha256).toBe(await sha256OfMedia(FILM.file));
  const after = value(await call<Usage>('getUsage', undefined, 'GET'));
  expect(after.downloads.remaining).toBe(before.downloads.remaining - 1);
});

test('a file is ordered through the site, made by the downloader, and followed and fetched on the site', async () => {
  const { links } = value(await call<Resolved>('resolveLink', { url: FILM.url }));
  const { id } = value(await call<DownloadRecord>('keepDownload', { link: links[FILM.format] }));
  const followed = follow(origins.site, id, visitor.headers);
  await expect.poll(() => followed.latest()?.state, TIMEOUTS).toBe('ready');
  followed.close();
  const { link = '' } = followed.latest()?.file ?? {};
  const saved = await save(new URL(link, origins.site).href, { headers: { cookie: '' } });
  expect(saved.sha256).toBe(await sha256OfMedia(FILM.file));
  expect(await call('cancelDownload', { id })).toEqual({ ok: true, value: null });
});

test('while the downloader is away the site says so, and goes on when it is back', async () => {
  await downloader.kill();
  expect(await call('resolveLink', { url: FILM.url })).toEqual({ ok: false, failure: { code: 'engine_unavailable' } });
  expect((await fetch(`${origins.site}/twitter`)).status).toBe(200);
  await downloader.start();
  expect(value(await call<Resolved>('resolveLink', { url: FILM.url })).media.platform).toBe('twitter');
});
