import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type SiteNode, startTwoWays, type TwoWays } from '#/server/engine/fixtures/two-ways.ts';
import { MEDIA_FOLDER } from '../../../tests/platforms/make-media.ts';
import { sha256 } from './fixtures/chance.ts';
import { createTransfer, readWhole } from './index.ts';

const WHOLE = sha256(readFileSync(join(MEDIA_FOLDER, 'prog_360.mp4')));
/** Its files have the same address for everybody. */
const TWEET = 'https://x.com/replica/status/1800000000000000001';
const { signal } = new AbortController();

let ways: TwoWays;
const open: SiteNode[] = [];
let count = 0;

beforeAll(async () => {
  ways = await startTwoWays();
});
afterAll(() => ways.close());
afterEach(async () => {
  await Promise.all(open.splice(0).map((node) => node.close()));
  ways.platforms.reset();
});

async function openNode(routes?: readonly ('eu' | 'us')[]): Promise<SiteNode> {
  const node = await ways.openNode(routes);
  open.push(node);
  return node;
}

/** A video that nobody has asked for before. */
const fresh = () => `https://www.youtube.com/watch?v=Many${String(++count).padStart(7, '0')}`;

/** What a visitor gets: the hash of the whole file, or what it failed of. */
async function download({ engine, egress }: SiteNode, link: string, formatId = '18'): Promise<string> {
  const found = await engine.find(link, formatId, { signal });
  if (!found.ok) return found.failure.code;
  const transfer = createTransfer({ egress, engine, ffmpeg: null });
  const prepared = await transfer.prepare(link, found.value, { startAt: 0, isForPlaying: false, signal });
  if (!prepared.ok) return prepared.failure.code;
  const bytes = await readWhole(prepared.value, signal);
  return bytes.ok ? sha256(bytes.value) : bytes.failure.code;
}

async function routeOf({ engine }: SiteNode, link: string): Promise<string | undefined> {
  const found = await engine.find(link, '18', { signal });
  return found.ok ? found.value.parts[0]?.source.route?.name : undefined;
}

/** Of the requests for YouTube's bytes. */
const requests = () => ways.platforms.log.filter(({ madeFor }) => madeFor !== null);
const strangers = () => requests().filter(({ from, madeFor }) => from !== madeFor);
const refuse = (status: 403 | 429, names: readonly ('eu' | 'us')[], after = 0) =>
  (ways.platforms.knobs.mediaRefusal = { status, from: names.map((name) => ways[name].from), after });

describe('a way that is refused media, but no pages', () => {
  it.each([403, 429] as const)('by %d: the file comes by another one, which later ones begin with', async (status) => {
    const node = await openNode();
    refuse(status, ['eu']);
    const first = fresh();
    expect(await download(node, first)).toBe(WHOLE);
    expect(await routeOf(node, first)).toBe('us');
    expect(node.engine.platformRoutes('youtube').map(({ name, state, reason }) => [name, state, reason])).toEqual([
      ['eu', 'resting', status === 403 ? 'upstream_forbidden' : 'rate_limited'],
      ['us', 'working', null],
    ]);
    expect(node.engine.platformHealth('youtube')).toMatchObject({ state: 'working', reason: null });
    ways.platforms.log.length = 0;
    expect(await download(node, fresh())).toBe(WHOLE);
    expect(new Set(ways.platforms.log.map(({ from }) => from))).toEqual(new Set([ways.us.from]));
    expect(strangers()).toEqual([]);
  });

  it.each([403, 429] as const)(
    'by %d, in the middle of a file: the rest of it comes by another one',
    async (status) => {
      const node = await openNode();
      const link = fresh();
      const found = await node.engine.find(link, '18', { signal });
      if (!found.ok) throw new Error(found.failure.code);
      const transfer = createTransfer({ ...node, ffmpeg: null });
      const prepared = await transfer.prepare(link, found.value, { startAt: 0, isForPlaying: false, signal });
      if (!prepared.ok) throw new Error(prepared.failure.code);
      refuse(status, ['eu']);
      const bytes = await readWhole(prepared.value, signal);
      expect(bytes.ok && sha256(bytes.value)).toBe(WHOLE);
      expect(new Set(requests().map(({ from }) => from))).toEqual(new Set([ways.eu.from, ways.us.from]));
      expect(strangers()).toEqual([]);
    },
  );

  it.each([403, 429] as const)('by %d: so do files whose address is the same by all ways', async (status) => {
    const node = await openNode();
    refuse(status, ['eu']);
    expect(await download(node, TWEET, 'http-832')).toBe(WHOLE);
    expect(node.engine.platformRoutes('twitter').map(({ state }) => state)).toEqual(['resting', 'working']);
  });

  it('is left alone as long as the platform asks', async () => {
    const node = await openNode();
    ways.platforms.knobs.retryAfterS = 300;
    refuse(429, ['eu']);
    expect(await download(node, fresh())).toBe(WHOLE);
    // Waiting would have been of no use: nobody asked a second time.
    expect(requests().filter(({ from, range }) => from === ways.eu.from && range !== 'bytes=0-0')).toHaveLength(1);
    const [eu] = node.engine.platformRoutes('youtube');
    expect(eu).toMatchObject({ state: 'waiting', reason: 'rate_limited' });
    expect(eu?.waitS).toBeGreaterThan(200);
  });

  it('is left by what has expired once, and not before: its fresh address may be all it takes', async () => {
    const node = await openNode();
    const link = fresh();
    expect(await routeOf(node, link)).toBe('eu');
    ways.platforms.knobs.failNext = { host: 'googlevideo', status: 403, count: 1 };
    expect(await download(node, link)).toBe(WHOLE);
    expect(await routeOf(node, link)).toBe('eu');
    expect(node.engine.platformRoutes('youtube').map(({ state }) => state)).toEqual(['working', 'working']);
  });

  it('where the others are, too: the failure is the platform’s', async () => {
    const node = await openNode();
    refuse(403, ['eu', 'us']);
    expect(await download(node, fresh())).toBe('upstream_forbidden');
    expect(strangers()).toEqual([]);
  });

  it.each([
    [403, 'upstream_forbidden'],
    [429, 'rate_limited'],
  ] as const)('by %d, where it is the only one: it neither rests nor waits', async (status, code) => {
    const node = await openNode(['eu']);
    ways.platforms.knobs.retryAfterS = 1;
    refuse(status, ['eu']);
    expect(await download(node, fresh())).toBe(code);
    expect(node.engine.platformRoutes('youtube')).toMatchObject([{ name: 'eu', state: 'working', reason: null }]);
  });
});

describe('a link that one process has read', () => {
  it('is read anew by another, by the way that leads out there, and its bytes come by that', async () => {
    const link = fresh();
    const before = await openNode();
    expect(await download(before, link)).toBe(WHOLE);
    expect(await routeOf(before, link)).toBe('eu');
    expect(new Set(requests().map(({ from }) => from))).toEqual(new Set([ways.eu.from]));
    await ways.eu.kill();
    try {
      ways.platforms.log.length = 0;
      const after = await openNode();
      expect(await download(after, link)).toBe(WHOLE);
      expect(await routeOf(after, link)).toBe('us');
      expect(requests().length).toBeGreaterThan(0);
      expect(requests().map(({ from, madeFor }) => [from, madeFor])).toEqual(
        requests().map(() => [ways.us.from, ways.us.from]),
      );
      // And the one before, where its way is gone under its feet.
      expect(await download(before, link)).toBe(WHOLE);
      expect(strangers()).toEqual([]);
    } finally {
      await ways.eu.revive();
    }
  });
});
