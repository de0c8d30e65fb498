import {
  formatOf,
  itemOf,
  progressOf,
  queueItemOf,
  resolvedOf,
  soundOf,
  transferOf,
} from '#/download/fixtures/resolved.ts';
import type { QueueItem } from '#/download/queue/queue-item.ts';
import type { Transfer } from '#/download/transfers/transfer-state.ts';
import type { Hour } from '#/admin/overview/hours.ts';
import type { Overview } from '#/model/admin.ts';
import type { ApiKey } from '#/model/api-key.ts';
import type { ReferenceOperation } from '#/model/api-reference.ts';
import type { DownloadProgress, DownloadRecord, Resolved, Usage } from '#/model/download.ts';
import type { Failure } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';
import { type PlatformStatus, STATUS_DAYS, STATUS_HOURS } from '#/model/status.ts';
import type { Media } from '#/model/media/media.ts';

/** What the page shows is always the same, so that its pictures can be compared. */
export const NOW = '2026-11-23T12:00:00.000Z';
const DOWNLOAD_ID = '00000000-0000-4000-8000-000000000001';
/** A picture that every installation serves. */
const PICTURE = '/apple-touch-icon.png';
/** Bytes of the film that is on its way. */
const WHOLE = 112e6;

export const TITLE = 'How a cable ferry crosses a river without an engine';
const LONG_TITLE = `${TITLE}: one man, one wheel, one wire and four hundred years of practice, told in full`;

const hour = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();

function withPicture(media: Partial<Media>, options?: Parameters<typeof resolvedOf>[1]): Resolved {
  const resolved = resolvedOf({ thumbnailId: 'picture', ...media }, options);
  return { ...resolved, shown: { ...resolved.shown, thumbnails: { ...resolved.shown.thumbnails, picture: PICTURE } } };
}

const film = (heightPx: number, bytes: number, own: Parameters<typeof formatOf>[0] = {}) =>
  formatOf({
    id: `v${heightPx}`,
    heightPx,
    widthPx: Math.round((heightPx * 16) / 9),
    size: { bytes, exact: true },
    ...own,
  });

const FORMATS = [
  film(2160, 812e6, { container: 'webm', videoCodec: 'vp9', audioCodec: 'opus', compatibility: 'modern', fps: 60 }),
  film(1080, 112e6, { recommended: true }),
  film(720, 48.3e6),
  film(360, 18.1e6),
  film(1080, 101e6, { id: 'm1080', kind: 'video', audioCodec: null }),
  soundOf({ size: { bytes: 12.1e6, exact: true } }),
  soundOf({ id: 'mp3', container: 'mp3', audioCodec: 'mp3', audioBitrateKbps: 192, delivery: 'transcode', size: null }),
  formatOf({
    id: 'sub-en.srt',
    kind: 'subtitles',
    container: 'srt',
    language: 'en',
    videoCodec: null,
    audioCodec: null,
    widthPx: null,
    heightPx: null,
    fps: null,
    size: null,
  }),
];

export const FILM = withPicture({
  title: TITLE,
  author: { name: 'River Works', url: null },
  durationS: 754,
  publishedAt: '2026-11-01T09:00:00.000Z',
  formats: FORMATS,
  textTracks: [{ id: 'sub-en', language: 'en', automatic: false }],
});

const LONG_FILM = withPicture({ title: LONG_TITLE, author: { name: 'River Works', url: null }, formats: FORMATS });

export const TIKTOK = withPicture({
  platform: 'tiktok',
  title: 'Ten seconds on the ferry',
  canonicalUrl: 'https://www.tiktok.com/@river/video/1',
  author: { name: 'river', url: null },
  durationS: 10,
  formats: [film(720, 4.2e6)],
});

export const POST = withPicture(
  {
    platform: 'instagram',
    kind: 'carousel',
    title: 'Three crossings',
    canonicalUrl: 'https://www.instagram.com/p/1/',
    items: [1, 2, 3].map((index) => itemOf(index, [film(1080, index * 7e6, { id: `${index}.v` })])),
  },
  { zip: true },
);

export const LIST = withPicture({
  kind: 'playlist',
  title: 'All crossings',
  canonicalUrl: 'https://www.youtube.com/playlist?list=PL1',
  itemCount: 200,
  nextFrom: 6,
  items: [1, 2, 3, 4, 5].map((index) =>
    itemOf(index, [], {
      title: index === 2 ? LONG_TITLE : `Crossing ${index}`,
      durationS: 60 * index,
      thumbnailId: 'picture',
      link: `https://www.youtube.com/watch?v=crossing${index}`,
    }),
  ),
});

const progress = (state: DownloadProgress['state'], own: Partial<DownloadProgress> = {}): DownloadProgress =>
  progressOf(DOWNLOAD_ID, state, {
    receivedBytes: 0.43 * WHOLE,
    totalBytes: WHOLE,
    bytesPerS: 21e6,
    leftS: 3,
    ...own,
  });

const transfer = (state: DownloadProgress['state'], own: Partial<DownloadProgress> = {}): Transfer =>
  transferOf({
    formatId: 'v1080',
    summary: 'MP4 · 1080p · 112 MB',
    downloadId: DOWNLOAD_ID,
    fileName: `River Works - ${TITLE} (1080p).mp4`,
    progress: progress(state, own),
  });

const FILE = { link: '/api/video/kept', name: 'River Works - All crossings.zip', bytes: WHOLE, expiresAt: hour(90) };

/** A file in each state that it can be in. */
export const TRANSFERS = {
  waiting: transferOf({ summary: 'MP4 · 1080p · 112 MB' }),
  starting: transferOf({ summary: 'MP4 · 1080p · 112 MB', downloadId: DOWNLOAD_ID }),
  downloading: transfer('transferring'),
  'length unknown': transfer('transferring', { totalBytes: null, leftS: null }),
  paused: transfer('paused', { bytesPerS: 0, leftS: null }),
  queued: transfer('queued', { receivedBytes: 0, totalBytes: null, bytesPerS: 0 }),
  preparing: transfer('preparing'),
  kept: transfer('ready', { file: FILE }),
  done: transfer('done', { receivedBytes: WHOLE, bytesPerS: 0 }),
  failed: transfer('failed', { failure: { code: 'transfer_broken' } }),
  offline: transfer('failed', { failure: { code: 'offline' } }),
  expired: transfer('expired'),
} satisfies Record<string, Transfer>;

/** One that trying again does not help. */
export const DAMAGED = transfer('failed', { failure: { code: 'media_damaged' } });

const link = FILM.media.canonicalUrl;
const ready = (own: Partial<QueueItem> = {}, resolved = FILM) => queueItemOf(resolved, own);
const unread = (state: QueueItem['state'], own: Partial<QueueItem> = {}) =>
  queueItemOf(FILM, { link, resolved: null, state, ...own });
const failed = (failure: Failure) => unread('failed', { failure });
const limited: Failure = { code: 'limit_reached', retryAfterS: 90 };

/** A link in each state that it can be in. */
export function queueItems(): Record<string, QueueItem> {
  return {
    waiting: unread('waiting'),
    reading: unread('resolving'),
    ready: ready(),
    'long title': ready({}, LONG_FILM),
    'ready, audio': ready({ mode: 'audio' }),
    picked: ready({ chosen: 'v720' }),
    ...Object.fromEntries(
      Object.entries(TRANSFERS).map(([name, one]) => [`file ${name}`, ready({ transfers: { one } })]),
    ),
    failed: failed({ code: 'private' }),
    'failed, may pass': failed({ code: 'timeout' }),
    limit: unread('waiting', { failure: limited, waitUntil: Date.now() + 90_000 }),
    offline: failed({ code: 'offline' }),
  };
}

const allowance = (limit: number, remaining: number) => ({ limit, remaining, resetsInS: remaining < limit ? 840 : 0 });

/** How a visitor stands who has used most of what there is. */
export const USAGE = {
  resolutions: allowance(60, 4),
  downloads: allowance(30, 3),
  bytes: allowance(20e9, 2e9),
  transfers: { limit: 3, running: 1 },
} satisfies Usage;

const RECORD: DownloadRecord = {
  ...progress('done', { receivedBytes: WHOLE, bytesPerS: 0, leftS: null }),
  isKept: false,
  platform: 'youtube',
  title: TITLE,
  canonicalUrl: link,
  formatId: 'v1080',
  fileName: `River Works - ${TITLE} (1080p).mp4`,
  picture: PICTURE,
  createdAt: '2026-11-22T10:00:00.000Z',
};

/** What is remembered of downloads. */
export const RECORDS: Record<string, DownloadRecord> = {
  done: RECORD,
  failed: { ...RECORD, id: `${DOWNLOAD_ID.slice(0, -1)}2`, state: 'failed', failure: { code: 'timeout' } },
  archive: {
    ...RECORD,
    id: `${DOWNLOAD_ID.slice(0, -1)}3`,
    title: LONG_TITLE,
    platform: null,
    canonicalUrl: null,
    fileName: 'All crossings.zip',
    picture: null,
  },
};

export const SHOWN_KEY: ApiKey = {
  id: DOWNLOAD_ID,
  prefix: 'cf_ab12',
  name: 'The ferry’s own program',
  scopes: { platforms: ['youtube'], networks: null, actions: ['resolve'] },
  limits: { resolutions: 60, downloads: 30, gigabytesPerDay: 20, transfers: 3 },
  hasWebhooks: false,
  createdAt: '2026-11-01T09:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
  userId: null,
};

/** An operation of the API, with each thing that there is to tell of one. */
export const OPERATION: ReferenceOperation = {
  id: 'createDownload',
  group: 'downloads',
  method: 'POST',
  path: '/api/v1/downloads',
  credential: 'key-or-visitor',
  action: 'download',
  parameters: [{ name: 'waitS', in: 'query', type: 'integer', isRequired: false, example: '30' }],
  body: {
    type: 'DownloadRequest',
    fields: [{ name: 'link', type: 'string', isRequired: true }],
    example: JSON.stringify({ link: '/api/video/token', keep: true }, null, 2),
  },
  answers: [
    {
      status: 202,
      contentType: 'application/json',
      type: 'DownloadRecord',
      example: JSON.stringify({ id: DOWNLOAD_ID, state: 'queued' }, null, 2),
    },
  ],
  failures: ['link_expired', 'too_many_kept'],
};

/** A day, in whose hours links are read more and more, and some are not. */
export function hours(failures: number): Hour[] {
  return Array.from({ length: STATUS_HOURS }, (_, at) => ({
    startsAt: new Date(Date.parse(NOW) - (STATUS_HOURS - at) * 3_600_000).toISOString(),
    links: 10 + at,
    files: 5 + (at % 4),
    bytes: at * 1e9,
    failures: at % 5 === 0 ? failures : 0,
    answers: 10 + at,
    faults: at % 5 === 0 ? failures : 0,
    codes: failures > 0 && at % 5 === 0 ? { rate_limited: failures } : {},
  }));
}

const WORKING = { state: 'working', reason: null, checkedAt: NOW } as const;
const LIMITED = { state: 'degraded', reason: { code: 'rate_limited' }, checkedAt: NOW } as const;
const STATE = { platform: 'youtube', isOn: true, health: WORKING } as Overview['platforms'][number];

/** A platform as operators see it. */
export const PLATFORM_STATES: Record<string, Overview['platforms'][number]> = {
  working: STATE,
  degraded: { ...STATE, health: LIMITED },
  unavailable: { ...STATE, health: { ...LIMITED, state: 'unavailable' } },
  off: { ...STATE, isOn: false },
};

function periods(count: number, stepMs: number, bad: number): PlatformStatus['hours'] {
  return Array.from({ length: count }, (_, at) => {
    const isBad = at >= count - bad;
    return {
      startsAt: new Date(Date.parse(NOW) - (count - at) * stepMs).toISOString(),
      state: at < 3 ? 'unknown' : isBad ? 'degraded' : 'working',
      successRate: at < 3 ? null : isBad ? 0.6 : 0.99,
    };
  });
}

const statusOf = (bad: number): PlatformStatus => ({
  ...(bad > 0 ? LIMITED : WORKING),
  successRate: { hours: bad > 0 ? 0.81 : 0.99, days: 0.985 },
  hours: periods(STATUS_HOURS, 3_600_000, bad),
  days: periods(STATUS_DAYS, 86_400_000, bad),
});

/** Platforms as everybody sees them. */
export const STATUSES: Record<string, { platform: Platform; status: PlatformStatus; since: string | null }> = {
  degraded: { platform: 'instagram', status: statusOf(4), since: '2026-11-23T08:00:00.000Z' },
  working: { platform: 'youtube', status: statusOf(0), since: null },
};
