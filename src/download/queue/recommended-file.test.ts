import { expect, test } from 'vitest';
import { formatOf, itemOf, queueItemOf, resolvedOf, soundOf } from '../fixtures/resolved.ts';
import { picksOf, recommendedOf } from './recommended-file.ts';

const PREFERENCES = { container: null, sound: null, subtitles: null, languages: ['en'], playsH265: false };
const film = (heightPx: number) => formatOf({ id: `${heightPx}`, heightPx, widthPx: heightPx * 2 });
const mp3 = (kbps: number) =>
  soundOf({ id: `mp3-${kbps}`, container: 'mp3', delivery: 'transcode', audioBitrateKbps: kbps, size: null });
const video = resolvedOf({
  formats: [{ ...film(1080), recommended: true }, film(720), film(360), soundOf(), mp3(320), mp3(192)],
});
const files = (item: Parameters<typeof recommendedOf>[0]) =>
  recommendedOf(item, PREFERENCES).map(({ formatId }) => formatId);

test('one press gets what the card offers first, or what was picked', () => {
  expect(files(queueItemOf(video))).toEqual(['1080']);
  expect(files(queueItemOf(video, { quality: 720 }))).toEqual(['720']);
  expect(files(queueItemOf(video, { mode: 'audio' }))).toEqual(['mp3-192']);
  expect(files(queueItemOf(video, { chosen: '360' }))).toEqual(['360']);
  expect(files(queueItemOf(video, { chosen: 'gone' }))).toEqual(['1080']);
});

test('an MP3 says about how large it will be', () => {
  expect(recommendedOf(queueItemOf(video, { mode: 'audio' }), PREFERENCES)[0]?.summary).toBe(
    'MP3 · 192 kbps · about 4.49 MB',
  );
});

test('of a post each entry comes, with what is heard; of a list nothing', () => {
  const photo = (index: number) => itemOf(index, [formatOf({ id: `${index}.photo`, kind: 'image' })]);
  const post = { kind: 'carousel' as const, items: [photo(1), photo(2)], formats: [soundOf({ id: 'audio' })] };
  expect(files(queueItemOf(resolvedOf(post)))).toEqual(['1.photo', '2.photo', 'audio']);
  expect(files(queueItemOf(resolvedOf(post), { mode: 'images' }))).toEqual(['1.photo', '2.photo']);
  const hints = { startS: null, itemIndex: 2 };
  expect(files(queueItemOf(resolvedOf({ ...post, hints }), { mode: 'images' }))).toEqual(['2.photo']);
  expect(files(queueItemOf(resolvedOf({ ...post, kind: 'playlist' })))).toEqual([]);
});

test('a row has a few heights and the sound to pick from, the sound first where that is wanted', () => {
  const picks = (mode: 'video' | 'audio') =>
    picksOf(queueItemOf(video, { mode }), PREFERENCES).map(({ format }) => format.id);
  expect(picks('video')).toEqual(['1080', '720', '360', 'mp3-192', '140']);
  expect(picks('audio')).toEqual(['mp3-320', 'mp3-192', '140', '1080', '720', '360']);
});
