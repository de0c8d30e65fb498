import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEgress } from '#/server/egress/index.ts';
import type { Egress, EgressRoutes } from '#/server/egress/egress.ts';
import { MEDIA_FOLDER } from '../../../tests/platforms/make-media.ts';
import { conditions, startPlatforms } from '../../../tests/platforms/server.ts';
import { rememberedExtractor } from '../../../scripts/setup/extractor/extractor.ts';
import { createClientLadder } from './egress-routes/client-ladder.ts';
import { usualDeadlines } from './deadlines.ts';
import { createExtractor } from './extract.ts';
import type { Engine, Extraction } from './media/extraction.ts';
import { hasBrowserFingerprints, localExtractor } from './fixtures/local-extractor.ts';
import { createEngine, egressHosts } from './index.ts';
import { createHealthRegistry } from './egress-routes/platform-health.ts';
import { createListCache } from './lists/list-cache.ts';
import { onlyVersion } from './versions/versions.ts';
import { createPool } from './worker/pool.ts';
import { startWorker } from './worker/process.ts';

const VIDEO = 'https://x.com/replica/status/1800000000000000001';

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let egress: Egress & EgressRoutes;
let engine: Engine;
let logged: string[];

async function startEngine(allowedHosts: readonly string[] = egressHosts): Promise<void> {
  logged = [];
  const { tlsPort, httpPort, caFile, bundleFile } = platforms;
  egress = await createEgress({ allowedHosts, replica: { tlsPort, httpPort, caFile } });
  engine = await createEngine({
    ...localExtractor(),
    egress,
    caBundleFile: bundleFile,
    log: (line) => logged.push(line),
  });
}

async function stopEngine(): Promise<void> {
  await engine.close();
  await egress.close();
}

beforeAll(async () => {
  platforms = await startPlatforms();
  await startEngine();
});

afterAll(async () => {
  await stopEngine();
  await platforms.close();
});

beforeEach(() => platforms.reset());

async function resolve(link: string): Promise<Extraction> {
  const result = await engine.resolve(link);
  if (!result.ok) throw new Error(`${link}: ${result.failure.code}`);
  return result.value;
}

/** What must come of each link, on a machine with what it takes to look like a browser or without. */
const wanted = conditions.map(({ expect: asBrowser, asRobot, ...condition }) => ({
  ...condition,
  wanted: (!hasBrowserFingerprints && asRobot) || asBrowser,
}));
const failing = wanted.flatMap(({ wanted, ...condition }) =>
  'code' in wanted ? [{ ...condition, code: wanted.code }] : [],
);
const served = wanted.flatMap(({ wanted, ...condition }) =>
  'files' in wanted ? [{ ...condition, files: wanted.files }] : [],
);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('every condition of the replicas', () => {
  it.each(failing)('$platform: $what → $code', async ({ link, code }) => {
    expect(await engine.resolve(link)).toMatchObject({ ok: false, failure: { code } });
  });

  it.each(served)('$platform: $what', async ({ link, files }) => {
    const { media, sources } = await resolve(link);
    expect(media.title).not.toBe('');
    for (const [formatId, file] of Object.entries(files)) {
      const source = sources.get(formatId);
      expect([...sources.keys()]).toContain(formatId);
      if (!source) continue;
      const { status, body } = await egress.request(source.url, { headers: source.headers });
      const chunks: Buffer[] = [];
      for await (const chunk of body) chunks.push(chunk);
      expect([status, sha256(Buffer.concat(chunks))]).toEqual([200, sha256(readFileSync(join(MEDIA_FOLDER, file)))]);
    }
  });

  it('a playlist is read up to its bound, and says how many there are', async () => {
    const { media } = await resolve('https://www.youtube.com/playlist?list=PLreplica0000000000000000000000002');
    expect([media.kind, media.items.length, media.itemCount]).toEqual(['playlist', 50, 60]);
    expect(media.items[0]?.link).toMatch(/^https:\/\/www\.youtube\.com\/watch/);
  });
});

it('a premiere tells when it starts, and is there once it has been shown', async () => {
  const link = 'https://www.youtube.com/watch?v=Premiere002';
  platforms.knobs.premiereAt = new Date(Date.now() + 1_000).toISOString();
  const startsAt = `${platforms.knobs.premiereAt.slice(0, 19)}.000Z`;
  const mediaTitle = 'Replica video Premiere002';
  const failure = { code: 'live_upcoming', platform: 'youtube', startsAt, mediaTitle };
  expect(await engine.resolve(link)).toEqual({ ok: false, failure });
  platforms.knobs.isPremiereOver = true;
  await expect.poll(async () => (await engine.resolve(link)).ok).toBe(true);
});

describe('one extraction', () => {
  it('is made with what the set-up has seen', () => {
    expect(engine.health()).toMatchObject({ available: true, browserFingerprints: hasBrowserFingerprints });
  });

  it('serves all who ask at once, and those who ask soon after', async () => {
    const both = await Promise.all([resolve(VIDEO), resolve(`${VIDEO}?s=20`)]);
    expect(both[0]?.sources).toBe(both[1]?.sources);
    const asked = platforms.log.length;
    expect(
      (await resolve('https://twitter.com/replica/status/1800000000000000001/video/1')).media.hints.itemIndex,
    ).toBe(1);
    expect(platforms.log.length).toBe(asked);
  });

  it('is made anew when a source has stopped working, once for all who meet that', async () => {
    const { media, sources } = await resolve(VIDEO);
    const [format] = media.formats;
    const not = format && sources.get(format.id);
    if (!format || !not) throw new Error('nothing to download');
    const again = await Promise.all([1, 2, 3].map(() => engine.renew(media.canonicalUrl, format.id, not)));
    const kept = await engine.find(media.canonicalUrl, format.id);
    const source = kept.ok ? kept.value.parts[0]?.source : undefined;
    expect(source).toBeDefined();
    expect(source).not.toBe(not);
    for (const found of again) expect(found).toEqual({ ok: true, value: source });
  });

  it('does not know formats that are not there', async () => {
    const failure = { code: 'format_gone', platform: 'twitter' };
    expect(await engine.find(VIDEO, 'nothing')).toEqual({ ok: false, failure });
  });

  it('ends when its visitor leaves', async () => {
    platforms.knobs.latencyMs = 500;
    const leaving = new AbortController();
    const answer = engine.resolve('https://x.com/replica/status/1800000000000000101', { signal: leaving.signal });
    setImmediate(() => leaving.abort());
    expect(await answer).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  });

  it('tells exact sizes of files whose platform does not', async () => {
    const { media } = await resolve('https://www.facebook.com/watch/?v=900000000000001');
    const [hd] = media.formats.filter(({ id }) => id === 'hd');
    expect(hd).toMatchObject({ size: { exact: true }, heightPx: 720 });
    // Copied into a file with tags: it has about what it had.
    const sound = media.formats.find(({ kind, delivery }) => kind === 'audio' && delivery === 'merge');
    expect(sound).toMatchObject({ size: { exact: false } });
  });
});

describe('challenges of YouTube', () => {
  it('health tells whether they can be solved', () => {
    expect(engine.health().jsChallenges).toBe(rememberedExtractor()?.jsChallenges);
  });

  it.runIf(rememberedExtractor()?.jsChallenges)('media are refused to whoever has not answered them', async () => {
    const { sources } = await resolve('https://www.youtube.com/watch?v=Challenge01');
    const media = [...sources.values()].filter(({ url }) => url.includes('googlevideo'));
    expect(media).toHaveLength(4);
    for (const { url } of media) {
      const wrong = new URL(url);
      wrong.searchParams.set('n', 'another');
      const { status, body } = await egress.request(wrong.href);
      body.destroy();
      expect(status).toBe(403);
    }
  });

  it('without a solver such a video is no file at all, and the reason is ours', async () => {
    const { proxyUrl } = egress;
    const settings = { ...localExtractor(), proxyUrl, caBundleFile: platforms.bundleFile };
    const pool = createPool({ size: 1, log: () => {}, start: () => startWorker(settings) });
    const extract = createExtractor({
      versions: onlyVersion(pool),
      egress,
      healthRegistry: createHealthRegistry(),
      lists: createListCache(),
      accountCookies: () => null,
      ladder: createClientLadder({ clients: () => ['default'] }),
      canConvert: false,
      deadlines: usualDeadlines,
      sizeWaitMs: 0,
      log: () => {},
    });
    const ids = ['Challenge01', 'Challenge04'];
    for (const id of ids) {
      const canonicalUrl = `https://www.youtube.com/watch?v=${id}`;
      const options = { key: id, routes: ['direct'], signal: AbortSignal.timeout(60_000) };
      const answer = await extract('youtube', { kind: 'video', id, canonicalUrl }, options);
      expect(answer).toEqual({ ok: false, failure: { code: 'engine_misconfigured', platform: 'youtube' } });
    }
    await pool.close();
  });
});

describe('what is missing', () => {
  it('hosts the door does not know are refused, and the operator is told without the link', async () => {
    await stopEngine();
    await startEngine(['x.com']);
    const link = 'https://www.tiktok.com/@replica.user/video/7400000000000000001';
    expect(await engine.resolve(link)).toMatchObject({ ok: false, failure: { code: 'egress_denied' } });
    expect(logged.join()).toMatch(/tiktok: egress_denied/);
    expect(logged.join()).not.toContain('7400000000000000001');
  });

  it.each([null, '/nonexistent/python3'])(
    'without Python (%s) every link is answered, and health says so',
    async (python) => {
      const idle = await createEngine({ ...localExtractor(), python, egress, log: () => {} });
      expect(await idle.resolve(VIDEO)).toMatchObject({ ok: false, failure: { code: 'engine_unavailable' } });
      expect(idle.health()).toMatchObject({
        available: false,
        extractor: null,
        jsChallenges: false,
        browserFingerprints: false,
      });
      expect(idle.platformHealth('youtube')).toMatchObject({
        state: 'unavailable',
        reason: { code: 'engine_unavailable' },
      });
      await idle.close();
    },
  );
});
