import type { DownloadCommand, DownloadRequest } from '#/model/download.ts';
import type { PublicCall } from './call.ts';
import { json } from '../json.ts';
import { limitHeaders } from '../limit-headers.ts';
import { endDownload, type EndPorts, keepFile, type KeepPorts } from '#/server/service/keeping/keep-file.ts';
import { problem } from '../problem.ts';

/** `POST /api/v1/downloads`: 202, and the file is made whatever happens to this connection. */
export async function handleKeep(
  { request, caller, body }: PublicCall<unknown, DownloadRequest>,
  ports: KeepPorts,
): Promise<Response> {
  const { result, limitStatus } = await keepFile(body, caller, ports, request.signal);
  const headers = limitHeaders(limitStatus);
  return result.ok ? json(result.value, { status: 202, headers }) : problem(result.failure, { headers });
}

/** `POST /api/v1/downloads/{id}/pause` and `…/resume` */
export async function handleCommand(
  { caller, id }: PublicCall,
  { progress }: Pick<EndPorts, 'progress'>,
  command: DownloadCommand,
): Promise<Response> {
  const isDone = await progress.sendCommand(id, caller.owner, command);
  return isDone ? new Response(null, { status: 204 }) : problem({ code: 'download_unknown' });
}

/** `DELETE /api/v1/downloads/{id}`: ends a transfer, the making of a file, or deletes the file. */
export async function handleCancel({ caller, id }: PublicCall, ports: EndPorts): Promise<Response> {
  const isDone = await endDownload(id, caller, ports);
  return isDone ? new Response(null, { status: 204 }) : problem({ code: 'download_unknown' });
}
