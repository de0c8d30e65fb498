import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Media } from '#/model/media/media.ts';
import type { Egress, EgressRoutes } from '#/server/egress/egress.ts';
import { createEgress } from '#/server/egress/index.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { LONG_PLAYLIST, OTHER_PLAYLIST } from '../../../../tests/platforms/youtube/youtube-lists.ts';
import { SESSION } from '../../../../tests/platforms/youtube/youtube-pages.ts';
import { localExtractor } from '../fixtures/local-extractor.ts';
import type { Engine } from '../media/extraction.ts';
import { createEngine, egressHosts } from '../index.ts';

const LONG = `https://www.youtube.com/playlist?list=${LONG_PLAYLIST}`;
const OTHER = `https://www.youtube.com/playlist?list=${OTHER_PLAYLIST}`;
const CHANNEL = 'https://www.youtube.com/@replicachannel';
const ALBUM = 'https://www.facebook.com/media/set/?set=a.910000000000001';

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let egress: Egress & EgressRoutes;
let engine: Engine;

beforeAll(async () => {
  platforms = await startPlatforms();
  const { tlsPort, httpPort, caFile, bundleFile } = platforms;
  egress = await createEgress({ allowedHosts: egressHosts, replica: { tlsPort, httpPort, caFile } });
  engine = await createEngine({ ...localExtractor(), egress, caBundleFile: bundleFile, size: 1, log: () => {} });
});
afterAll(async () => {
  await engine.close();
  await egress.close();
  await platforms.close();
});
beforeEach(() => platforms.reset());

async function pageOf(link: string, from?: number): Promise<Media> {
  const result = await engine.resolve(link, { from });
  if (!result.ok) throw new Error(`${link}: ${result.failure.code}`);
  return result.value.media;
}

/** What a page of a list is, and how many times the platform was asked for it. */
async function read(link: string, from?: number) {
  const before = platforms.log.length;
  const { items, itemCount, nextFrom } = await pageOf(link, from);
  return { shown: [items[0]?.index, items.at(-1)?.index], itemCount, nextFrom, asked: platforms.log.length - before };
}

const titles = ({ items }: Media) => items.map(({ title }) => title);

test('a long playlist comes in pages, of which none costs more than the platform takes for it', async () => {
  expect(await read(LONG)).toEqual({ shown: [1, 50], itemCount: 4999, nextFrom: 51, asked: 2 });
  // The platform gives a hundred at a time.
  expect(await read(LONG, 51)).toEqual({ shown: [51, 100], itemCount: 4999, nextFrom: 101, asked: 0 });
  expect(await read(LONG, 101)).toEqual({ shown: [101, 150], itemCount: 4999, nextFrom: 151, asked: 1 });
  const media = await pageOf(LONG, 151);
  expect([media.title, media.author?.name, media.items[0]?.title]).toEqual([
    'Replica playlist',
    'Replica Channel',
    'Replica video Many0000151',
  ]);
  expect(JSON.stringify(media)).not.toContain(SESSION.VISITOR_DATA);
});

test('a page that cannot be had now can be had later', async () => {
  platforms.knobs.failNext = { host: 'www.youtube.com', status: 500, count: 20 };
  expect(await engine.resolve(LONG, { from: 201 })).toMatchObject({ failure: { code: 'upstream_error' } });
  platforms.reset();
  expect(await read(LONG, 201)).toMatchObject({ shown: [201, 250], itemCount: 4999, nextFrom: 251 });
});

test('the end of a list that nobody has read yet can be asked for, and what lies behind it is nothing', async () => {
  expect(await read(OTHER, 1201)).toEqual({ shown: [1201, 1234], itemCount: 1234, nextFrom: null, asked: 14 });
  const picture = await engine.find(OTHER, '1234.thumb');
  expect(picture.ok && picture.value.parts[0]?.source.url).toContain('/vi/Many0001234/');
  // From now on it is known where it can be gone on with.
  expect(await read(OTHER, 551)).toEqual({ shown: [551, 600], itemCount: 1234, nextFrom: 601, asked: 1 });
  expect(await read(OTHER, 6000)).toMatchObject({ shown: [undefined, undefined], nextFrom: null });
});

test('a channel is the list of its videos, and names its other lists', async () => {
  const media = await pageOf(CHANNEL);
  expect(media).toMatchObject({ kind: 'playlist', title: 'Replica Channel - Videos', itemCount: null, nextFrom: 31 });
  expect(media.lists).toEqual(
    ['videos', 'shorts', 'streams', 'playlists'].map((kind) => ({
      kind,
      link: `${CHANNEL}/${kind}`,
      isThis: kind === 'videos',
    })),
  );
  expect(await read(CHANNEL, 31)).toEqual({ shown: [31, 60], itemCount: null, nextFrom: 61, asked: 1 });
  // How many there are it does not tell before the last.
  expect(await read(CHANNEL, 61)).toEqual({ shown: [61, 75], itemCount: 75, nextFrom: null, asked: 1 });
});

test('each list of a channel has what it is called by', async () => {
  const shorts = await pageOf(`${CHANNEL}/shorts`);
  expect(shorts.items.map(({ link }) => link)[0]).toBe('https://www.youtube.com/watch?v=Shorts00001');
  expect([shorts.items.length, shorts.itemCount]).toEqual([5, 5]);
  expect(titles(await pageOf(`${CHANNEL}/streams`))).toHaveLength(2);
  const playlists = await pageOf(`${CHANNEL}/playlists`);
  expect(playlists.items.map(({ kind, link }) => [kind, link])).toContainEqual(['playlist', LONG]);
  // A channel without films has something else.
  expect(titles(await pageOf('https://www.youtube.com/@replicashorts'))).toEqual(['Replica short #shorts']);
});

test('an album is a list of photos, as long as its page is, with the number that it has', async () => {
  const album = await pageOf(ALBUM);
  expect(album).toMatchObject({ title: 'Replica album', itemCount: 40, nextFrom: null });
  expect(album.items).toHaveLength(28);
  expect(album.items[27]).toMatchObject({
    index: 28,
    kind: 'image',
    link: 'https://www.facebook.com/photo/?fbid=920000000002028',
  });
  const single = await pageOf(album.items[27]?.link ?? '');
  expect(single).toMatchObject({
    kind: 'image',
    title: 'A replica photo',
    formats: [{ widthPx: 720, heightPx: 1280 }],
  });
});

test('a post of photos has all of them, though its page shows five', async () => {
  const post = await pageOf('https://www.facebook.com/replica.page/posts/900000000000005');
  expect(post).toMatchObject({ kind: 'carousel', title: 'Replica photos', itemCount: null });
  expect(post.items.map(({ formats: [photo] }) => [photo?.id, photo?.widthPx])).toEqual(
    Array.from({ length: 12 }, (_, n) => [`${n + 1}.photo`, 720]),
  );
});
