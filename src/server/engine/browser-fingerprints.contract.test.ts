import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEgress } from '#/server/egress/index.ts';
import type { Egress, EgressRoutes } from '#/server/egress/egress.ts';
import { ensureCertificates } from '../../../tests/platforms/certificates.ts';
import { conditions, type Platforms, startPlatforms } from '../../../tests/platforms/server.ts';
import { hasBrowserFingerprints, localExtractor } from './fixtures/local-extractor.ts';
import { createEngine, egressHosts } from './index.ts';
import { startWorker } from './worker/process.ts';

const TIKTOK = 'https://www.tiktok.com/@replica.user/video/7400000000000000021';
const ASTRAY = 'https://vm.tiktok.com/ZMevil0001/';
/** The discard port, where nobody listens. */
const NO_DOOR = 'http://127.0.0.1:9';

let platforms: Platforms;
let egress: Egress & EgressRoutes;
/** A server of this machine that nobody may reach past the door. */
let inside: Server;
let visits: number;

beforeAll(async () => {
  platforms = await startPlatforms();
  const { tlsPort, httpPort, caFile } = platforms;
  egress = await createEgress({ allowedHosts: egressHosts, replica: { tlsPort, httpPort, caFile } });
  visits = 0;
  inside = createServer((_, response) => response.end('inside'));
  inside.on('connection', () => visits++);
  await new Promise<void>((done) => inside.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  inside.close();
  await egress.close();
  await platforms.close();
});

type Answered = { status: number | null; browser: string | null; error: string | null };

/** What a worker's own downloader gets when it asks as a browser, without confinement around it. */
async function ask(proxyUrl: string, ...urls: string[]): Promise<Answered[]> {
  const { python, extractorPath, cacheDir } = localExtractor();
  const path = [join(import.meta.dirname, 'worker'), extractorPath].filter((folder) => folder !== null);
  const { stdout } = await promisify(execFile)(
    python,
    ['-s', join(import.meta.dirname, 'fixtures/ask_as_browser.py'), ...urls],
    {
      cwd: cacheDir,
      env: {
        PATH: '/usr/bin:/bin',
        PYTHONPATH: path.join(delimiter),
        PYTHONPYCACHEPREFIX: 'pycache',
        EGRESS_PROXY: proxyUrl,
        SSL_CERT_FILE: platforms.bundleFile,
        PRIVATE_CA: '1',
      },
    },
  );
  return JSON.parse(stdout) as Answered[];
}

/** This server by the names that programs like to make exceptions for. */
function insideUrls(): string[] {
  const { port } = inside.address() as AddressInfo;
  return ['127.0.0.1', 'localhost', '[::1]'].flatMap((host) => [`http://${host}:${port}/`, `https://${host}:${port}/`]);
}

describe('what asks as a browser does', () => {
  test('goes out by the door alone: without one, nowhere', async () => {
    const answers = await ask(NO_DOOR, ...insideUrls());
    expect(answers.map(({ status }) => status)).toEqual(insideUrls().map(() => null));
    expect(visits).toBe(0);
  });

  test('is told no by the door, like everything else', async () => {
    const before = egress.stats();
    const answers = await ask(egress.proxyUrl, ...insideUrls());
    expect(answers.map(({ status }) => status)).toEqual(insideUrls().map(() => null));
    expect(visits).toBe(0);
    const { opened, refused } = egress.stats();
    expect(opened).toBe(before.opened);
    if (hasBrowserFingerprints) expect(refused).toBe(before.refused + insideUrls().length);
  });

  test('needs the password of the door', async () => {
    const { opened } = egress.stats();
    const wrong = egress.proxyUrl.replace(/:[^:@]+@/, ':wrong@');
    const [answer] = await ask(wrong, TIKTOK);
    expect(answer?.status).toBeNull();
    expect(egress.stats().opened).toBe(opened);
  });
});

describe.runIf(hasBrowserFingerprints)('with curl_cffi', () => {
  test('a page is read through the door, and a redirect leads no further than the door lets it', async () => {
    const { opened } = egress.stats();
    const [page, again, astray] = await ask(egress.proxyUrl, TIKTOK, TIKTOK, ASTRAY);
    expect(page).toEqual({ status: 200, browser: expect.stringMatching(/^(?:chrome|firefox|safari)-\d/), error: null });
    expect(again).toEqual(page);
    // The page's host and the short link's.
    expect(egress.stats().opened).toBe(opened + 2);
    expect(astray).toMatchObject({ status: null, error: expect.stringContaining('403') });
    expect(egress.stats().lastRefusal).toEqual({ host: 'evil.example', reason: 'host' });
  });

  test('a visitor who leaves, and a deadline, end what waits for a silent server; its worker goes on', async () => {
    const { key, cert, caFile, bundleFile } = ensureCertificates();
    const silent = createTlsServer({ key, cert }, (_, response) => response.write('<html>'));
    const heard = () => once(silent, 'request');
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    const { port } = silent.address() as AddressInfo;
    const door = await createEgress({ allowedHosts: egressHosts, replica: { tlsPort: port, httpPort: 9, caFile } });
    const worker = startWorker({ ...localExtractor(), proxyUrl: door.proxyUrl, caBundleFile: bundleFile });
    try {
      await worker.ready;
      const job = { url: TIKTOK, extractorArgs: {} };
      const leaving = new AbortController();
      const left = worker.run({ ...job, deadlineMs: 15_000 }, leaving.signal);
      await heard();
      // By then the beginning of the page is there, and curl's thread waits for the rest.
      await sleep(500);
      leaving.abort();
      expect(await left).toMatchObject({ error: { kind: 'cancelled' } });
      expect(await worker.run({ ...job, deadlineMs: 500 })).toMatchObject({ error: { kind: 'deadline' } });
      expect(worker.alive()).toBe(true);
    } finally {
      worker.stop();
      await worker.exited;
      await door.close();
      silent.closeAllConnections();
      silent.close();
    }
  });

  test('turned off, the platforms see a robot, and health says so', async () => {
    const without = mkdtempSync(join(tmpdir(), 'clipferry-robot-'));
    mkdirSync(join(without, 'curl_cffi'));
    writeFileSync(join(without, 'curl_cffi/__init__.py'), "raise ImportError('left out')\n");
    chmodSync(without, 0o755);
    const { bundleFile } = platforms;
    const local = { ...localExtractor(), extractorPath: without };
    const engine = await createEngine({ ...local, egress, caBundleFile: bundleFile, size: 1, log: () => {} });
    try {
      expect(engine.health()).toMatchObject({ available: true, browserFingerprints: false });
      const guarded = conditions.flatMap(({ link, asRobot }) => (asRobot ? [{ link, asRobot }] : []));
      expect(guarded).toHaveLength(2);
      for (const { link, asRobot } of guarded)
        expect(await engine.resolve(link)).toMatchObject({ ok: false, failure: asRobot });
    } finally {
      await engine.close();
      rmSync(without, { recursive: true });
    }
  });
});
