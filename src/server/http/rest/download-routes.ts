import { HistoryListing, HistoryQuery } from '#/model/account.ts';
import { DownloadRecord, DownloadRequest } from '#/model/download.ts';
import { type HistoryPorts, ownDownloads } from '#/server/service/downloads/history.ts';
import { handleCancel, handleKeep, handleCommand } from './downloads.ts';
import { getDownload, WaitQuery } from './get-download.ts';
import { EXAMPLE_DOWNLOAD, EXAMPLE_ORDER, EXAMPLE_QUEUED, EXAMPLE_READY } from './examples.ts';
import { READING, SIGNED_LINK } from './failures.ts';
import { API_PATH } from './operation.ts';
import { type PublicRoute, route } from './route.ts';
import { json } from '../json.ts';
import { problem } from '../problem.ts';
import type { PublicCall } from './call.ts';

const PATH = `${API_PATH}/downloads`;
const own = { group: 'downloads', credential: 'key' } as const;
/** Of what is asked of one download, and answers nothing. */
const ONE = { parameters: EXAMPLE_DOWNLOAD };

/** Files that the server makes and keeps, and what is remembered of the downloads of a key. */
export const DOWNLOAD_ROUTES: readonly PublicRoute[] = [
  route({
    ...own,
    id: 'createDownload',
    method: 'POST',
    path: PATH,
    summary: 'Have a file made and kept, or one archive of many links',
    action: 'download',
    limit: 'downloads',
    isIdempotent: true,
    body: DownloadRequest,
    status: 202,
    answer: DownloadRecord,
    failures: [...READING, ...SIGNED_LINK, 'too_many_kept', 'queue_full', 'storage_full', 'file_too_large'],
    example: { body: EXAMPLE_ORDER, answer: EXAMPLE_QUEUED },
    handle: handleKeep,
  }),
  route({
    ...own,
    id: 'listDownloads',
    method: 'GET',
    path: PATH,
    summary: 'The downloads of the key, newest first, a page of them',
    action: 'read',
    query: HistoryQuery,
    answer: HistoryListing,
    example: { parameters: { state: 'ready' }, answer: { downloads: [EXAMPLE_READY], cursor: null } },
    handle: listDownloads,
  }),
  route({
    ...own,
    id: 'clearDownloads',
    method: 'DELETE',
    path: PATH,
    summary: 'Forget all downloads of the key that have ended, and delete their files',
    action: 'download',
    handle: clearDownloads,
  }),
  route({
    ...own,
    id: 'getDownload',
    method: 'GET',
    path: `${PATH}/{id}`,
    summary: 'How far a download is; with waitS, once there is news of it',
    action: 'read',
    isVersioned: true,
    query: WaitQuery,
    answer: DownloadRecord,
    example: { parameters: { ...EXAMPLE_DOWNLOAD, waitS: '30' }, answer: EXAMPLE_READY },
    handle: getDownload,
  }),
  route({
    ...own,
    id: 'cancelDownload',
    method: 'DELETE',
    path: `${PATH}/{id}`,
    summary: 'End a download, or delete its file',
    action: 'download',
    example: ONE,
    handle: handleCancel,
  }),
  route({
    ...own,
    id: 'forgetDownload',
    method: 'DELETE',
    path: `${PATH}/{id}/record`,
    summary: 'End a download, delete its file and forget it',
    action: 'download',
    example: ONE,
    handle: forgetDownload,
  }),
  ...(['pause', 'resume'] as const).map((command) =>
    route({
      ...own,
      id: `${command}Download` as const,
      method: 'POST',
      path: `${PATH}/{id}/${command}`,
      summary: command === 'pause' ? 'Pause a transfer that is under way' : 'Go on with a transfer that was paused',
      action: 'download',
      example: ONE,
      handle: (call, ports) => handleCommand(call, ports, command),
    }),
  ),
];

/** `GET /api/v1/downloads?search=…&platform=…&state=…&cursor=…`: a page of the caller's, newest first. */
async function listDownloads({ caller, query }: PublicCall<HistoryQuery>, ports: HistoryPorts): Promise<Response> {
  const page = await ownDownloads(query, caller, ports);
  return page ? json(page) : problem({ code: 'invalid_request' });
}

/** `DELETE /api/v1/downloads/{id}/record` */
async function forgetDownload({ caller: { owner }, id }: PublicCall, { history }: HistoryPorts): Promise<Response> {
  const isOwn = owner !== null && (await history.forget(owner, id));
  return isOwn ? new Response(null, { status: 204 }) : problem({ code: 'download_unknown' });
}

/** `DELETE /api/v1/downloads` */
async function clearDownloads({ caller: { owner } }: PublicCall, { history }: HistoryPorts): Promise<Response> {
  if (owner !== null) await history.clear(owner);
  return new Response(null, { status: 204 });
}
