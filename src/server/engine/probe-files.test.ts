import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Format } from '#/model/media.ts';
import type { Egress, EgressRequest } from '#/server/egress/egress.ts';
import type { Source } from './extraction.ts';
import { probeFiles } from './probe-files.ts';

const LONG_MS = 60_000;

const format: Format = {
  id: 'hd',
  kind: 'video+audio',
  container: 'mp4',
  videoCodec: 'h264',
  audioCodec: 'aac',
  widthPx: 1280,
  heightPx: 720,
  fps: 30,
  dynamicRange: null,
  audioBitrateKbps: null,
  language: null,
  automatic: false,
  size: { bytes: 1, exact: false },
  delivery: 'direct',
  compatibility: 'everywhere',
  recommended: false,
};
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

const probed = (request: (options: EgressRequest) => ReturnType<Egress['request']>, waitMs: number) =>
  probeFiles(
    [format],
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
