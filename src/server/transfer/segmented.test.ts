import { afterEach, expect, test } from 'vitest';
import type { Format, Media } from '#/model/media/media.ts';
import { ok } from '#/model/failure.ts';
import type { FoundFormat } from '#/server/engine/media/extraction.ts';
import { withoutSound } from './asked-format.ts';
import type { Asked, Fault } from './fixtures/faulty-answer.ts';
import { type FaultyUpstream, sourceAt, startFaultyUpstream } from './fixtures/faulty-upstream.ts';
import { heldBytes } from './fixtures/held-memory.ts';
import { planSegments } from './segmented.ts';

const { signal } = new AbortController();
const SEGMENTS = 4;
const FILM = 'https://www.tiktok.com/@a/video/1';

const running: FaultyUpstream[] = [];
afterEach(async () => {
  for (const platform of running.splice(0)) {
    await platform.settled();
    await platform.close();
  }
});

const media = { platform: 'tiktok', id: '1', title: 'x', items: [], chapters: [], formats: [] } as unknown as Media;
const format = { id: 'v+a', kind: 'video+audio', container: 'mp4', audioCodec: 'aac', delivery: 'merge' } as Format;

const bytesOf = (name: string, place: number) => Buffer.from(`${name} ${place} `.repeat(1000));
const wholeOf = (name: string, segments = SEGMENTS) =>
  Buffer.concat(Array.from({ length: segments }, (_, place) => bytesOf(name, place)));

function playlist(entries: string[]): Buffer {
  return Buffer.from(['#EXTM3U', '#EXT-X-TARGETDURATION:2', ...entries, '#EXT-X-ENDLIST'].join('\n'));
}

/** The files of an edition of a film whose playlists are of transport streams: a segment in each, or all as ranges of one. */
function editionOf(
  number: number,
  names: readonly string[],
  { areRanges = false, segments = SEGMENTS } = {},
): [string, Buffer][] {
  return names.flatMap((name): [string, Buffer][] => {
    const list = `/${number}/${name}.m3u8`;
    const places = Array.from({ length: segments }, (_, place) => place);
    if (areRanges) {
      const ranges = places.map((place) => `#EXT-X-BYTERANGE:${bytesOf(name, place).length}${place === 0 ? '@0' : ''}`);
      return [
        [list, playlist(ranges.flatMap((range) => ['#EXTINF:2,', range, `${name}.ts`]))],
        [`/${number}/${name}.ts`, wholeOf(name, segments)],
      ];
    }
    return [
      [list, playlist(places.flatMap((place) => ['#EXTINF:2,', `${name}-${place}.ts`]))],
      ...places.map((place): [string, Buffer] => [`/${number}/${name}-${place}.ts`, bytesOf(name, place)]),
    ];
  });
}

type Setting = { files: [string, Buffer][]; faultOf?: (asked: Asked) => Fault | undefined; isSilent?: boolean };

/** A film of these parts that is to be put together while it comes, and which of them were asked for anew. */
async function planned(names: readonly string[], { files, faultOf, isSilent = false }: Setting) {
  const platform = await startFaultyUpstream({ files: new Map(files), ...(faultOf && { faultOf }) });
  running.push(platform);
  const renewed: string[] = [];
  const engine = {
    async renew(_url: string, formatId: string) {
      renewed.push(formatId);
      return ok(sourceAt(`/2/${formatId}.m3u8`, { playlist: 'hls' }));
    },
  };
  const found: FoundFormat = {
    media,
    format,
    recipe: { kind: 'segments', video: 'picture', audio: names[1] ?? null },
    parts: names.map((name) => ({ formatId: name, source: sourceAt(`/1/${name}.m3u8`, { playlist: 'hls' }) })),
  };
  const options = { isForPlaying: false, clip: null, subtitles: null, signal };
  const asked = isSilent ? withoutSound(found) : ok(found);
  if (!asked.ok) throw new Error(asked.failure.code);
  const segmented = await planSegments({ egress: platform.egress, engine }, FILM, asked.value, options);
  if (!('remux' in segmented)) throw new Error('laid out beforehand');
  return { platform, segmented, renewed };
}

const PAIR = ['picture', 'sound'];

async function inputsOf({ remux }: { remux: () => Promise<{ inputs: AsyncIterable<Buffer>[] }> }): Promise<string[]> {
  const { inputs } = await remux();
  const chunks = await Promise.all(inputs.map((input) => Array.fromAsync(input)));
  return chunks.map((read) => Buffer.concat(read).toString());
}

test('picture and sound that expire together are each found again in their own playlist', async () => {
  let isExpired = false;
  const { segmented, renewed } = await planned(PAIR, {
    files: [...editionOf(1, PAIR), ...editionOf(2, PAIR)],
    faultOf: ({ path }) => (isExpired && path.startsWith('/1/') ? { kind: 'status', status: 403 } : undefined),
  });
  isExpired = true;
  expect(await inputsOf(segmented)).toEqual(PAIR.map((name) => wholeOf(name).toString()));
  expect(renewed.toSorted()).toEqual(PAIR);
});

test.each([
  ['breaks off', { kind: 'cut', after: 0 }],
  ['is answered too often', { kind: 'status', status: 429 }],
  ['meets a server that fails', { kind: 'status', status: 503 }],
] as [string, Fault][])('a playlist that %s while it is read anew is read once more', async (_, fault) => {
  let isExpired = false;
  let lists = 0;
  const { segmented } = await planned(['picture'], {
    files: [...editionOf(1, ['picture']), ...editionOf(2, ['picture'])],
    faultOf({ path }) {
      if (isExpired && path.startsWith('/1/')) return { kind: 'status', status: 403 };
      return path === '/2/picture.m3u8' && ++lists === 1 ? fault : undefined;
    },
  });
  isExpired = true;
  expect(await inputsOf(segmented)).toEqual([wholeOf('picture').toString()]);
  expect(lists).toBe(2);
});

test('files whose ranges are picture and sound are each opened once, though they are read in turns', async () => {
  const { platform, segmented } = await planned(PAIR, { files: editionOf(1, PAIR, { areRanges: true }) });
  const before = platform.requests.length;
  expect(await inputsOf(segmented)).toEqual(PAIR.map((name) => wholeOf(name).toString()));
  const paths = platform.requests.slice(before).map(({ path }) => path);
  expect(paths.toSorted()).toEqual(['/1/picture.ts', '/1/sound.ts']);
});

test('a film in one playlist is given without its sound where none is wanted, and by another name', async () => {
  const given = async (isSilent: boolean) => {
    const { segmented } = await planned(['picture'], { files: editionOf(1, ['picture']), isSilent });
    const { recipe, inputs } = await segmented.remux();
    await Promise.all(inputs.map((input) => input.return?.()));
    return { hasSound: recipe.args.some((arg) => arg.startsWith('0:a')), etag: segmented.etag };
  };
  const [whole, silent] = [await given(false), await given(true)];
  expect([whole.hasSound, silent.hasSound]).toEqual([true, false]);
  expect(silent.etag).not.toBe(whole.etag);
});

test('what has been passed on of a film that is put together while it comes is held by nobody', async () => {
  const MIB = 1024 * 1024;
  const { segmented } = await planned(['picture'], { files: editionOf(1, ['picture'], { segments: 40 }) });
  const before = heldBytes();
  const { inputs } = await segmented.remux();
  let lengthBytes = 0;
  for await (const chunk of inputs[0] ?? []) lengthBytes += chunk.length;
  expect(lengthBytes).toBe(wholeOf('picture', 40).length);
  await expect.poll(() => heldBytes() - before).toBeLessThan(8 * MIB);
});

test('segments that no file of known length can be made of are not asked for before they are wanted', async () => {
  const { platform, segmented } = await planned(PAIR, { files: editionOf(1, PAIR) });
  expect(platform.requests.map(({ path }) => path).toSorted()).toEqual(['/1/picture.m3u8', '/1/sound.m3u8']);
  expect(await inputsOf(segmented)).toEqual(PAIR.map((name) => wholeOf(name).toString()));
});

test.each([401, 403, 404, 410])(
  'a playlist that has expired (%i) is found again, and what is in it asked for as that says',
  async (status) => {
    const { platform, segmented, renewed } = await planned(PAIR, {
      files: [...editionOf(1, PAIR), ...editionOf(2, PAIR)],
      faultOf: ({ path }) => (path === '/1/sound.m3u8' ? { kind: 'status', status } : undefined),
    });
    expect(await inputsOf(segmented)).toEqual(PAIR.map((name) => wholeOf(name).toString()));
    expect(renewed).toEqual(['sound']);
    expect(platform.requests.filter(({ path }) => path.startsWith('/1/sound'))).toHaveLength(1);
  },
);

test.each([
  [403, 'upstream_forbidden', 1],
  [404, 'format_gone', 1],
  [429, 'rate_limited', 0],
  [503, 'upstream_error', 0],
])('one that answers %i from everywhere is %s', async (status, code, renewals) => {
  const asked: string[] = [];
  const planning = planned(PAIR, {
    files: [...editionOf(1, PAIR), ...editionOf(2, PAIR)],
    faultOf({ path }) {
      if (!path.endsWith('.m3u8') || !path.includes('sound')) return undefined;
      asked.push(path);
      return { kind: 'status', status };
    },
  });
  await expect(planning).rejects.toMatchObject({ failure: { code } });
  expect(asked).toHaveLength(1 + renewals);
});
