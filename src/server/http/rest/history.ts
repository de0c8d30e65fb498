import type { HistoryQuery } from '#/model/account.ts';
import { type HistoryPorts, ownDownloads } from '#/server/service/downloads/history.ts';
import { json } from '../json.ts';
import { problem } from '../problem.ts';
import type { Call } from './call.ts';

/** `GET /api/v1/downloads?search=…&platform=…&state=…&cursor=…`: a page of the caller's, newest first. */
export async function listDownloads({ caller, query }: Call<HistoryQuery>, ports: HistoryPorts): Promise<Response> {
  const page = await ownDownloads(query, caller, ports);
  return page ? json(page) : problem({ code: 'invalid_request' });
}

/** `DELETE /api/v1/downloads/{id}/record` */
export async function forgetDownload({ caller: { owner }, id }: Call, { history }: HistoryPorts): Promise<Response> {
  const isOwn = owner !== null && (await history.forget(owner, id));
  return isOwn ? new Response(null, { status: 204 }) : problem({ code: 'download_unknown' });
}

/** `DELETE /api/v1/downloads` */
export async function clearDownloads({ caller: { owner } }: Call, { history }: HistoryPorts): Promise<Response> {
  if (owner !== null) await history.clear(owner);
  return new Response(null, { status: 204 });
}
