import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, statfs, writeFile, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDownloaderClient, VISITOR_HEADER } from '#/server/http/client.ts';
import type { Downloader } from '#/server/service/downloader.ts';
import { type Platforms, startPlatforms } from '../platforms/server.ts';
import { copyFirstStart } from '../setup/first-start.ts';
import { freePort } from '../setup/ports.ts';
import { API_KEY, siteSettings } from './cluster.ts';
import { createSiteProcess, type SiteProcess } from './site-process.ts';
import { linkFrom, save, sha256OfMedia, value } from './visitor.ts';

const run = promisify(execFile);
const LONG = { url: 'https://www.youtube.com/watch?v=BigFile0001', format: '18', file: 'big_360.mp4' };
const VISITOR = { onBehalf: { visitorId: crypto.randomUUID(), address: '203.0.113.7' }, headers: { cookie: '' } };
const TIMEOUTS = { timeout: 60_000, interval: 100 };
const MB = 1e6;

let disk: string;
let platforms: Platforms;

/** A file system of its own, of 140 MB; false: this machine lets nobody mount one (it takes root). */
async function mountDisk(): Promise<boolean> {
  disk = await mkdtemp(join(tmpdir(), 'clipferry-disk-'));
  return run('mount', ['-t', 'tmpfs', '-o', 'size=140m', 'tmpfs', disk]).then(
    () => true,
    () => false,
  );
}

const isMounted = await mountDisk();
beforeAll(async () => {
  platforms = await startPlatforms();
});
beforeEach(() => platforms.reset());
afterAll(async () => {
  await platforms.close();
  if (isMounted) await run('umount', ['--lazy', disk]);
  await rm(disk, { recursive: true, force: true });
});

function siteOn(dataDir: string, port: number, settings: Record<string, string> = {}): SiteProcess {
  const place = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir };
  return createSiteProcess('site', 'web', { ...siteSettings(platforms), ...place, ...settings });
}

// Where nobody may mount, the threshold is put above what the disk has: what is refused and said is the same, but nothing fails to be
// written; and a start has no threshold of its own. Both are said by the name of the test, and left to machines where one may mount.
describe.each([isMounted ? 'a file system of 140 MB' : 'a threshold, but no start without room (nobody may mount)'])(
  '%s',
  () => {
    let origin: string;
    let client: Downloader;
    let port: number;

    beforeAll(async () => {
      port = await freePort();
      origin = `http://127.0.0.1:${port}`;
      client = createDownloaderClient({ origin, apiKey: API_KEY, fetch });
    });

    const freeMegabytes = async () => {
      const { bavail, bsize } = await statfs(disk);
      return (bavail * bsize) / MB;
    };
    /** Takes all but so many megabytes. */
    const others = join(disk, 'others');
    const fillBut = async (megabytes: number) => {
      const bytes = Math.max(0, Math.floor((await freeMegabytes()) - megabytes) * MB);
      await writeFile(others, Buffer.alloc(bytes)).catch(async (error: NodeJS.ErrnoException) => {
        // The site writes as well, and may have had what was free a moment ago.
        if (error.code !== 'ENOSPC') throw error;
        await truncate(others, Math.max(0, (await stat(others)).size - megabytes * MB));
      });
    };
    const makeRoom = () => rm(others, { force: true });
    const ready = async () => {
      const answer = await fetch(`${origin}/readyz`);
      return { status: answer.status, ...((await answer.json()) as object) };
    };
    const READY = { status: 'ready', failing: [] };
    const order = (link: string) =>
      fetch(`${origin}/api/v1/downloads`, {
        method: 'POST',
        headers: {
          'api-key': API_KEY,
          'content-type': 'application/json',
          [VISITOR_HEADER]: VISITOR.onBehalf.visitorId,
        },
        body: JSON.stringify({ link }),
      });

    const aStart = async (): Promise<void> => {
      const dataDir = join(disk, 'first');
      await mkdir(dataDir);
      const start = () => siteOn(dataDir, port).start();
      for (const megabytes of [0, 5, 50]) {
        await fillBut(megabytes);
        await expect(start()).rejects.toThrow(
          /There is no room to start: DATA_DIR \S+\/first has \d+ MB free, and 64 MB are needed\. Make room there/,
        );
        expect((await readdir(dataDir)).filter((name) => name.startsWith('pg'))).toEqual([]);
        await makeRoom();
      }
      const site = siteOn(dataDir, port);
      await site.start();
      expect(await site.close()).toBe(0);
      // A database that is there needs less, and its disk is as full as it is.
      await fillBut(5);
      await expect(start()).rejects.toThrow(/has \d MB free, and 24 MB are needed/);
      await makeRoom();
      await rm(dataDir, { recursive: true });
    };
    if (isMounted) test('a start without room says so in a sentence, and leaves nothing; with room it starts', aStart);

    test('while it runs: probes and orders are told, what was accepted waits and says why, and all goes on with room', async () => {
      const dataDir = isMounted ? join(disk, 'second') : await mkdtemp(join(tmpdir(), 'clipferry-data-'));
      await copyFirstStart(dataDir);
      const needed = isMounted ? 40 : Math.ceil((await freeMegabytes()) * 2);
      const site = siteOn(dataDir, port, { DISK_FREE_MEGABYTES: String(needed), JOB_WORKERS: '1' });
      await site.start();
      const link = await linkFrom(client, VISITOR, LONG.url, LONG.format);
      if (!isMounted) {
        expect(await ready()).toEqual({ status: 'failing', failing: ['disk'] });
        expect((await client.keep({ link }, VISITOR)).ok).toBe(false);
        expect(await site.close()).toBe(0);
        return;
      }
      expect(await ready()).toMatchObject(READY);
      // Accepted with room, and the disk fills up while it is made: so slowly that most of it is left whenever the disk is full.
      platforms.knobs.throttleBytesPerS = 100_000;
      const { id } = value(await client.keep({ link }, VISITOR));
      const record = async () => {
        const found = value(await client.downloads(VISITOR)).downloads.find((one) => one.id === id);
        if (!found) throw new Error('it is forgotten');
        return found;
      };
      await expect.poll(async () => (await record()).receivedBytes, TIMEOUTS).toBeGreaterThan(100_000);
      await fillBut(1);
      platforms.knobs.throttleBytesPerS = 0;
      await expect.poll(ready, TIMEOUTS).toMatchObject({ status: 'failing', failing: ['disk'] });
      const other = await order(`${link}?start=1&end=2`);
      expect([other.status, other.headers.get('retry-after')]).toEqual([507, '5']);
      expect(await other.json()).toMatchObject({ code: 'storage_full' });
      await expect
        .poll(async () => (await record()).failure?.code ?? (await record()).state, TIMEOUTS)
        .toBe('storage_full');
      expect(await record()).toMatchObject({ state: 'queued' });
      platforms.reset();
      await makeRoom();
      const roomAt = performance.now();
      await expect.poll(ready, TIMEOUTS).toMatchObject(READY);
      await expect.poll(async () => (await record()).state, TIMEOUTS).toBe('ready');
      process.stderr.write(`with room again: ready after ${Math.round(performance.now() - roomAt)} ms\n`);
      const { file } = await record();
      expect((await save(origin + (file?.link ?? ''), VISITOR)).sha256).toBe(await sha256OfMedia(LONG.file));
      expect(await site.close()).toBe(0);
    });
  },
);
