import { afterAll, beforeAll, expect, test } from 'vitest';
import { routeTo, startProxy, type TestProxy, type TestProxyOptions } from '../../../../tests/platforms/proxies.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { createEgress } from '#/server/egress/index.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import { localExtractor } from '#/server/engine/fixtures/local-extractor.ts';
import { createEngine, egressHosts } from '#/server/engine/index.ts';
import { createTransfer, readWhole, type FileTransfer } from '#/server/transfer/index.ts';

const AWAY: TestProxyOptions = { kind: 'socks5', from: '127.0.12.1', credentials: { user: 'user', password: 'word' } };

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let proxy: TestProxy;
let egress: Awaited<ReturnType<typeof createEgress>>;
let engine: Engine;
let transfer: FileTransfer;

beforeAll(async () => {
  [platforms, proxy] = await Promise.all([startPlatforms(), startProxy(AWAY)]);
  const { tlsPort, httpPort, caFile, bundleFile } = platforms;
  egress = await createEgress({
    allowedHosts: egressHosts,
    replica: { tlsPort, httpPort, caFile },
    // The first is for what names no way: nothing of a media may take it.
    routes: [{ name: 'home', kind: 'direct' }, routeTo('away', AWAY, proxy)],
  });
  engine = await createEngine({
    ...localExtractor(),
    egress,
    size: 1,
    caBundleFile: bundleFile,
    routesOf: () => ['away'],
    log: () => {},
  });
  transfer = createTransfer({ egress, engine, ffmpeg: null });
});
afterAll(async () => {
  await engine.close();
  await egress.close();
  await Promise.all([proxy.close(), platforms.close()]);
});

async function download(link: string, formatId: string): Promise<number> {
  const { signal } = new AbortController();
  const found = await engine.find(link, formatId, { signal });
  if (!found.ok) throw new Error(found.failure.code);
  const file = await transfer.prepare(link, found.value, { startAt: 0, isForPlaying: false, signal });
  const whole = file.ok && (await readWhole(file.value, signal));
  if (!whole || !whole.ok) throw new Error(`${formatId} was not read`);
  return whole.value.length;
}

async function formatOf(link: string, wanted: 'subtitles' | 'video+audio'): Promise<string> {
  const resolved = await engine.resolve(link);
  const format = resolved.ok && resolved.value.media.formats.find(({ kind }) => kind === wanted);
  if (!format) throw new Error(`${link} has no ${wanted}`);
  return format.id;
}

test('films, sound with its cover, texts, playlists and segments come by the way of their media', async () => {
  const film = 'https://www.youtube.com/watch?v=OKvideo0001';
  const pieces = 'https://www.youtube.com/watch?v=HlsFmp40001';
  for (const id of ['18', '136+140', '140', 'thumb', await formatOf(film, 'subtitles')])
    expect(await download(film, id)).toBeGreaterThan(0);
  expect(await download(pieces, await formatOf(pieces, 'video+audio'))).toBeGreaterThan(0);
  const asked = (what: RegExp) => platforms.log.filter(({ host, path }) => what.test(host + path)).length;
  for (const what of [/videoplayback$/, /ytimg/, /timedtext/, /hls_playlist/, /\/segments\//])
    expect(asked(what), String(what)).toBeGreaterThan(0);
  expect([...new Set(platforms.log.map(({ from }) => from))]).toEqual([AWAY.from]);
});
