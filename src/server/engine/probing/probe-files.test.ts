import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { formatOf } from '#/model/fixtures/format-of.ts';
import type { Egress, EgressRequest } from '#/server/egress/egress.ts';
import type { Source } from '../media/extraction.ts';
import { probeFiles } from './probe-files.ts';

const LONG_MS = 60_000;

const format = formatOf({ id: 'hd' });
const source: Source = {
  url: 'https://video.example/hd.mp4',
  headers: {},
  expiresAt: null,
  availableAt: null,
  maxRangeBytes: null,
  sizeBytes: null,
  contentType: 'video/mp4',
  subtitles: null,
};

const probed = (
  request: (options: EgressRequest) => ReturnType<Egress['request']>,
  waitMs: number,
  probedFormat = format,
) =>
  probeFiles(
    [probedFormat],
    new Map([['hd', source]]),
    { request: (_, options = {}) => request(options) } as Partial<Egress> as Egress,
    waitMs,
  );

test('one byte is asked for, and the answer tells how many there are', async () => {
  const ranges: unknown[] = [];
  const facts = await probed(async ({ headers }) => {
    ranges.push(headers?.['Range']);
    return { status: 206, headers: { 'content-range': 'bytes 0-0/4321' }, body: Readable.from([Buffer.from('f')]) };
  }, LONG_MS);
  expect(ranges).toEqual(['bytes=0-0']);
  expect(facts.get('hd')).toEqual({ sizeBytes: 4321, head: null });
});

test('what is not answered in time is not waited for', async () => {
  const facts = await probed(async ({ signal }) => {
    if (signal) await once(signal, 'abort');
    throw new Error('given up');
  }, 5);
  expect(facts.size).toBe(0);
});

test.each([
  ['begins where it was asked', 0, true],
  ['begins at byte 1000', 1000, false],
])('an answer that %s tells the length, and only one from the beginning has a head', async (_, first, isHead) => {
  // A film without tracks: there is no sound.
  const bytes = Buffer.from('\0\0\0\x08moov', 'latin1');
  const unmeasured = formatOf({ id: 'hd', kind: 'video+audio', container: 'mp4', heightPx: null });
  const contentRange = `bytes ${first}-${first + bytes.length - 1}/90000`;
  const facts = await probed(
    async () => ({ status: 206, headers: { 'content-range': contentRange }, body: Readable.from([bytes]) }),
    LONG_MS,
    unmeasured,
  );
  const head = isHead ? { widthPx: null, heightPx: null, hasAudio: false } : null;
  expect(facts.get('hd')).toEqual({ sizeBytes: 90_000, head });
});
