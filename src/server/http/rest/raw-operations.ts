import * as v from 'valibot';
import { DownloadProgress } from '#/model/download.ts';
import { ReadinessReport } from '#/model/status.ts';
import { FILES_PATH } from '#/server/bucket/signed-path.ts';
import { FileQuery } from '#/server/transfer/index.ts';
import { EVENTS_PATH } from '../events/events.ts';
import { VIDEO_PATH } from '#/server/service/links/links.ts';
import { EXAMPLE_DOWNLOAD, EXAMPLE_FILE, EXAMPLE_PROGRESS, EXAMPLE_TOKEN } from './examples.ts';
import { ALWAYS, KEY_FAILURES, READING, SIGNED_LINK, TRANSFER } from './failures.ts';
import { API_PATH, type PublicOperation } from './operation.ts';
import { DownloadPath } from './route.ts';

const PLAIN = {
  method: 'GET',
  action: null,
  parameters: null,
  query: null,
  body: null,
  isIdempotent: false,
  isVersioned: false,
  limit: null,
  example: {},
} as const;

const EVENTS: PublicOperation['answers'] = [
  { status: 200, contentType: 'text/event-stream', schema: DownloadProgress },
];

const BYTES_HEADERS = ['Accept-Ranges', 'Content-Disposition', 'Content-Length', 'ETag'];
/** The type is that of the file. */
const BYTES: PublicOperation['answers'] = [
  { status: 200, contentType: '*/*', schema: null, headers: BYTES_HEADERS },
  { status: 206, contentType: '*/*', schema: null, headers: [...BYTES_HEADERS, 'Content-Range'] },
  { status: 304, contentType: null, schema: null, headers: ['ETag'] },
  { status: 416, contentType: null, schema: null, headers: ['Content-Range'] },
];

const Ids = v.object({ ids: v.string() });
const VideoQuery = v.object({ ...FileQuery.entries, d: v.optional(DownloadProgress.entries.id) });

/** What moves bytes or events, and is served before the table is asked; and what supervisors ask. */
export const RAW_OPERATIONS: readonly PublicOperation[] = [
  {
    ...PLAIN,
    id: 'followDownload',
    path: `${API_PATH}/downloads/{id}/events`,
    group: 'downloads',
    summary: 'Server-sent events of one download, until it has ended',
    credential: 'key-or-visitor',
    action: 'read',
    parameters: DownloadPath,
    answers: EVENTS,
    failures: [...KEY_FAILURES, 'download_unknown', ...ALWAYS],
    example: { parameters: EXAMPLE_DOWNLOAD, answer: EXAMPLE_PROGRESS },
  },
  {
    ...PLAIN,
    id: 'followDownloads',
    path: EVENTS_PATH,
    group: 'downloads',
    summary:
      'Server-sent events of downloads whose ids are known, up to 60, separated by commas; links to their files for their owner',
    credential: 'id',
    action: 'read',
    query: Ids,
    answers: EVENTS,
    failures: [...KEY_FAILURES, 'invalid_request', ...ALWAYS],
    example: { parameters: { ids: EXAMPLE_DOWNLOAD.id }, answer: EXAMPLE_PROGRESS },
  },
  {
    ...PLAIN,
    id: 'getVideo',
    path: `${VIDEO_PATH}{token}`,
    group: 'files',
    summary: 'What a signed link is for: a file, a part of it, a preview, a picture or subtitles',
    credential: 'signed-link',
    action: 'download',
    parameters: v.object({ token: v.string() }),
    query: VideoQuery,
    limit: 'downloads',
    answers: BYTES,
    failures: [...new Set([...SIGNED_LINK, ...KEY_FAILURES, ...TRANSFER, ...READING, ...ALWAYS])],
    example: { parameters: { token: EXAMPLE_TOKEN } },
  },
  {
    ...PLAIN,
    id: 'getKeptFile',
    path: `${FILES_PATH}{key}`,
    group: 'files',
    summary: 'A kept file, by the link that its download has',
    credential: 'signed-link',
    parameters: v.object({ key: v.string() }),
    query: v.object({ e: v.string(), n: v.string(), s: v.string() }),
    answers: BYTES,
    failures: ['link_invalid', 'link_expired', 'file_expired', 'taken_down', 'transfer_broken', ...ALWAYS],
    example: { parameters: EXAMPLE_FILE },
  },
  {
    ...PLAIN,
    id: 'getLiveness',
    path: '/healthz',
    group: 'service',
    summary: 'Whether the process lives',
    credential: 'none',
    answers: [{ status: 200, contentType: 'text/plain', schema: null }],
    failures: [],
  },
  {
    ...PLAIN,
    id: 'getReadiness',
    path: '/readyz',
    group: 'service',
    summary: 'Whether it can serve, and what fails otherwise',
    credential: 'none',
    answers: [
      { status: 200, contentType: 'application/json', schema: ReadinessReport },
      { status: 503, contentType: 'application/json', schema: ReadinessReport },
    ],
    failures: [],
    example: { answer: { status: 'ready', failing: [] } satisfies ReadinessReport },
  },
];
