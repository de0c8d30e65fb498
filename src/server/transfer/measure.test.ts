import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { formatOf } from '#/model/fixtures/format-of.ts';
import type { Format, Media } from '#/model/media/media.ts';
import { type Measure, withExactSizes } from './measure.ts';
import { TransferError } from './transfer-error.ts';

const { signal } = new AbortController();
const LONG_MS = 60_000;

const deliveredBy = (id: string, delivery: Format['delivery']): Format =>
  formatOf({ id, delivery, size: { bytes: 1, exact: false } });

const mediaOf = (formats: Format[]): Media => ({
  platform: 'youtube',
  id: 'id',
  canonicalUrl: 'https://www.youtube.com/watch?v=id',
  kind: 'video',
  title: 'Film',
  author: null,
  durationS: 10,
  publishedAt: null,
  thumbnailId: null,
  chapters: [],
  formats,
  audioTracks: [],
  textTracks: [],
  items: [],
  itemCount: null,
  nextFrom: null,
  lists: [],
  hints: { startS: null, itemIndex: null },
});

const FORMATS = () => [
  deliveredBy('direct', 'direct'),
  deliveredBy('merged', 'merge'),
  deliveredBy('mp3', 'transcode'),
];
const sizesOf = ({ formats }: Media) => formats.map(({ size }) => size);

test('what is put together has its exact length, what only its end tells keeps its estimate, and the rest is as it was', async () => {
  const measure = vi.fn<Measure>(async (_, id) => (id === 'merged' ? 1000 : null));
  const { formats } = mediaOf(FORMATS());
  const estimate = { bytes: 1, exact: false };
  expect(sizesOf(await withExactSizes(mediaOf(formats), measure, LONG_MS, signal))).toEqual([
    estimate,
    { bytes: 1000, exact: true },
    estimate,
  ]);
  expect(measure.mock.calls.map(([, id]) => id)).toEqual(['merged', 'mp3']);
});

test('an answer that the engine gives again is not measured again, whatever the link pointed at', async () => {
  const measure = vi.fn<Measure>(async (_, id) => (id === 'merged' ? 1000 : null));
  const media = mediaOf(FORMATS());
  const first = await withExactSizes(media, measure, LONG_MS, signal);
  const again = await withExactSizes({ ...media, hints: { startS: 5, itemIndex: null } }, measure, LONG_MS, signal);
  expect(sizesOf(again)).toEqual(sizesOf(first));
  expect(measure).toHaveBeenCalledTimes(2);
  await withExactSizes(mediaOf(FORMATS()), measure, LONG_MS, signal);
  expect(measure).toHaveBeenCalledTimes(4);
});

test('what could not be measured is tried again', async () => {
  const measure = vi.fn<Measure>().mockRejectedValueOnce(new TransferError('upstream_error')).mockResolvedValue(2000);
  const media = mediaOf([deliveredBy('merged', 'merge')]);
  expect(sizesOf(await withExactSizes(media, measure, LONG_MS, signal))).toEqual([{ bytes: 1, exact: false }]);
  expect(sizesOf(await withExactSizes(media, measure, LONG_MS, signal))).toEqual([{ bytes: 2000, exact: true }]);
});

test('what is not measured in time keeps its estimate', async () => {
  const measure: Measure = async (_, __, given) => {
    await once(given, 'abort');
    throw given.reason;
  };
  const media = mediaOf([deliveredBy('merged', 'merge')]);
  expect(sizesOf(await withExactSizes(media, measure, 5, signal))).toEqual([{ bytes: 1, exact: false }]);
});
