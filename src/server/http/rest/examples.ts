import { example } from '#app.config';
import type { DownloadProgress, DownloadRecord, DownloadRequest, Resolved, Usage } from '#/model/download.ts';
import { FILES_PATH } from '#/server/bucket/signed-path.ts';
import { VIDEO_PATH } from '#/server/service/links/links.ts';

/**
 * What the examples of the operations are about: one film, read, and a file of it that is ordered, made and fetched. What is sent as it
 * stands is answered: the home page's example is there for everybody.
 */
export const EXAMPLE_LINK = example?.link ?? 'https://www.youtube.com/watch?v=YOURFILM-ID';
export const EXAMPLE_DOWNLOAD = { id: '0b5b7a52-7f0e-4f3e-8a54-6d1c2b3a4f50' };
export const EXAMPLE_TOKEN = 'eyJwIjoiZG93bmxvYWQifQ.uFvW0mW6tQ1c8uYk0m7oQ0w6yGJkqjH3rM2bM1kW9aE';
const SIGNED_LINK = VIDEO_PATH + EXAMPLE_TOKEN;
const TITLE = 'Big Buck Bunny';
const BYTES = 46_200_000;
const CREATED_AT = '2026-11-21T12:00:00.000Z';
const DELETED_AT = '2026-11-21T14:00:05.000Z';

/** What a link to a kept file is made of. */
export const EXAMPLE_FILE = {
  key: `kept/${EXAMPLE_DOWNLOAD.id}.1`,
  e: String(Date.parse(DELETED_AT)),
  n: `Blender - ${TITLE} (360p).mp4`,
  s: 'uFvW0mW6tQ1c8uYk0m7oQ0w6yGJkqjH3rM2bM1kW9aE',
};

export const EXAMPLE_RESOLVED: Resolved = {
  media: {
    platform: 'youtube',
    id: 'aqz-KE-bpKQ',
    canonicalUrl: EXAMPLE_LINK,
    kind: 'video',
    title: TITLE,
    author: { name: 'Blender', url: 'https://www.youtube.com/@BlenderOfficial' },
    durationS: 635,
    publishedAt: '2014-11-10T12:00:00.000Z',
    thumbnailId: null,
    chapters: [],
    formats: [
      {
        id: '18',
        kind: 'video+audio',
        container: 'mp4',
        videoCodec: 'h264',
        audioCodec: 'aac',
        widthPx: 640,
        heightPx: 360,
        fps: 30,
        dynamicRange: 'SDR',
        audioBitrateKbps: 128,
        language: null,
        automatic: false,
        size: { bytes: BYTES, exact: true },
        delivery: 'direct',
        compatibility: 'everywhere',
        recommended: true,
      },
    ],
    audioTracks: [],
    textTracks: [],
    items: [],
    itemCount: null,
    nextFrom: null,
    lists: [],
    hints: { startS: null, itemIndex: null },
  },
  links: { 18: SIGNED_LINK },
  shown: { previews: {}, thumbnails: {}, subtitles: {}, storyboard: null },
  canConvert: true,
  expiresAt: '2026-11-21T18:00:00.000Z',
};

export const EXAMPLE_ORDER: DownloadRequest = { link: SIGNED_LINK };

/** As it is answered to whoever orders it. */
export const EXAMPLE_QUEUED: DownloadRecord = {
  ...EXAMPLE_DOWNLOAD,
  state: 'queued',
  receivedBytes: 0,
  totalBytes: null,
  bytesPerS: 0,
  leftS: null,
  failure: null,
  file: null,
  isKept: true,
  platform: 'youtube',
  title: TITLE,
  canonicalUrl: EXAMPLE_LINK,
  formatId: '18',
  fileName: null,
  picture: null,
  createdAt: CREATED_AT,
};

/** As an event tells it. */
export const EXAMPLE_PROGRESS: DownloadProgress = {
  ...EXAMPLE_DOWNLOAD,
  state: 'preparing',
  receivedBytes: 25_400_000,
  totalBytes: BYTES,
  bytesPerS: 10_400_000,
  leftS: 2,
  failure: null,
  file: null,
};

/** Once it can be fetched. */
export const EXAMPLE_READY: DownloadRecord = {
  ...EXAMPLE_QUEUED,
  state: 'ready',
  receivedBytes: BYTES,
  totalBytes: BYTES,
  fileName: EXAMPLE_FILE.n,
  file: { link: linkTo(EXAMPLE_FILE), name: EXAMPLE_FILE.n, bytes: BYTES, expiresAt: DELETED_AT },
};

export const EXAMPLE_USAGE: Usage = {
  resolutions: { limit: 300, remaining: 299, resetsInS: 412 },
  downloads: { limit: 100, remaining: 99, resetsInS: 590 },
  bytes: { limit: 100e9, remaining: 100e9 - BYTES, resetsInS: 86_390 },
  transfers: { limit: 5, running: 1 },
};

function linkTo({ key, ...query }: typeof EXAMPLE_FILE): string {
  return `${FILES_PATH}${key}?${new URLSearchParams(query)}`;
}
