import { example } from '#app.config';
import type { OperationId } from '#/model/api-reference.ts';
import type { DownloadRecord, DownloadRequest, Resolved, ResolveRequest, Usage } from '#/model/download.ts';
import type { CounterNotice, TakedownRequest } from '#/model/operations.ts';

/** A request as somebody might send it, and what could come back. */
type Example = {
  /** Of the path and the query, by name. */
  parameters?: Record<string, string>;
  body?: unknown;
  answer?: unknown;
};

/** Where nobody's film is: the reader's own, or that of whoever files a notice. */
const OWN_LINK = 'https://www.youtube.com/watch?v=YOURFILM-ID';
/** What is sent as it stands is answered: the home page's example is there for everybody. */
const LINK = example?.link ?? OWN_LINK;
const TITLE = 'Big Buck Bunny';
const DOWNLOAD_ID = '0b5b7a52-7f0e-4f3e-8a54-6d1c2b3a4f50';
const SIGNED = '/api/video/eyJwIjoiZG93bmxvYWQifQ.uFvW0mW6tQ1c8uYk0m7oQ0w6yGJkqjH3rM2bM1kW9aE';
const ID = { id: DOWNLOAD_ID };

const RESOLVED: Resolved = {
  media: {
    platform: 'youtube',
    id: 'aqz-KE-bpKQ',
    canonicalUrl: LINK,
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
        size: { bytes: 46_200_000, exact: true },
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
  links: { 18: SIGNED },
  shown: { previews: {}, thumbnails: {}, subtitles: {}, storyboard: null },
  canConvert: true,
  expiresAt: '2026-11-21T18:00:00.000Z',
};

const RECORD: DownloadRecord = {
  ...ID,
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
  canonicalUrl: LINK,
  formatId: '18',
  fileName: null,
  picture: null,
  createdAt: '2026-11-21T12:00:00.000Z',
};

const USAGE: Usage = {
  resolutions: { limit: 300, remaining: 299, resetsInS: 412 },
  downloads: { limit: 100, remaining: 100, resetsInS: 0 },
  bytes: { limit: 100e9, remaining: 98.7e9, resetsInS: 43_200 },
  transfers: { limit: 5, running: 1 },
};

const TAKEDOWN: TakedownRequest = {
  sourceUrl: OWN_LINK,
  moreUrls: [],
  claimant: { name: 'Ada Example', email: 'ada@example.org', organisation: null, address: null, phone: null },
  work: 'The film “Example”, which I made and own.',
  statements: { goodFaith: true, accurate: true },
  signature: 'Ada Example',
};

const COUNTER_NOTICE: CounterNotice = {
  caseId: DOWNLOAD_ID,
  sourceUrl: OWN_LINK,
  moreUrls: [],
  claimant: {
    name: 'Bo Example',
    email: 'bo@example.org',
    organisation: null,
    address: '1 Example Street, Springfield',
    phone: '+15550100',
  },
  work: 'My own film, taken for another of the same name.',
  statements: { mistake: true, jurisdiction: true },
  signature: 'Bo Example',
};

/** By operation; what is not here needs nothing but its path. */
export const EXAMPLES: Partial<Record<OperationId, Example>> = {
  resolve: { body: { url: LINK } satisfies ResolveRequest, answer: RESOLVED },
  getUsage: { answer: USAGE },
  createDownload: { body: { link: SIGNED } satisfies DownloadRequest, answer: RECORD },
  listDownloads: { parameters: { state: 'ready' }, answer: { downloads: [RECORD], cursor: null } },
  getDownload: { parameters: { ...ID, waitS: '30' }, answer: RECORD },
  cancelDownload: { parameters: ID },
  forgetDownload: { parameters: ID },
  pauseDownload: { parameters: ID },
  resumeDownload: { parameters: ID },
  followDownload: { parameters: ID },
  followDownloads: { parameters: { ids: DOWNLOAD_ID } },
  getVideo: { parameters: { token: SIGNED.replace('/api/video/', '') } },
  getKeptFile: {
    parameters: {
      key: 'AbCd',
      e: '1795262400000',
      n: 'Big Buck Bunny.mp4',
      s: 'uFvW0mW6tQ1c8uYk0m7oQ0w6yGJkqjH3rM2bM1kW9aE',
    },
  },
  fileCounterNotice: {
    body: COUNTER_NOTICE,
    answer: { id: DOWNLOAD_ID, state: 'open', createdAt: RECORD.createdAt },
  },
  fileTakedown: { body: TAKEDOWN, answer: { id: DOWNLOAD_ID, state: 'open', createdAt: RECORD.createdAt } },
};
