import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestAuthenticator } from '../authenticate.ts';
import { sendEvents } from '../events/events.ts';
import { ownDownload } from '#/server/service/downloads/own-download.ts';
import { forbiddenAction } from '#/server/service/caller.ts';
import { sendProblem } from '../problem.ts';
import type { DownloadRecords } from '#/server/service/progress/download-records.ts';
import type { ProgressRegistry } from '#/server/service/progress/progress-registry.ts';
import type { DownloadRepository } from '#/server/store/tables/downloads.ts';

type OwnEventsPorts = {
  authenticator: Pick<RequestAuthenticator, 'ofRaw'>;
  downloadRepository: Pick<DownloadRepository, 'of'>;
  records: Pick<DownloadRecords, 'describe'>;
  progress: Pick<ProgressRegistry, 'follow'>;
};

const PATH = /^\/api\/v1\/downloads\/([^/]+)\/events$/;

/** Id of the download whose own events a path is about; null: another path. */
export function downloadOfEvents(path: string): string | null {
  return PATH.exec(path)?.[1]?.toLowerCase() ?? null;
}

/**
 * `GET /api/v1/downloads/{id}/events`, for whose download it is: its latest state at once, then each change. The answer ends with the
 * download.
 */
export async function serveOwnEvents(
  req: IncomingMessage,
  res: ServerResponse,
  id: string,
  { progress, authenticator, ...ports }: OwnEventsPorts,
): Promise<void> {
  if (req.method !== 'GET')
    return sendProblem(res, { code: 'invalid_request' }, { status: 405, headers: { allow: 'GET, OPTIONS' } });
  const caller = await authenticator.ofRaw(req);
  if (!caller.ok) return sendProblem(res, caller.failure);
  const forbidden = forbiddenAction(caller.value, 'read');
  if (forbidden) return sendProblem(res, forbidden);
  if (!(await ownDownload(ports, caller.value, id))) return sendProblem(res, { code: 'download_unknown' });
  sendEvents(res, [id], progress, { reader: caller.value, isLasting: false });
}
