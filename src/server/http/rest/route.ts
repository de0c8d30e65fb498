import * as v from 'valibot';
import { DownloadProgress } from '#/model/download.ts';
import { ok } from '#/model/failure.ts';
import { type Caller, forbiddenAction } from '#/server/service/caller.ts';
import { limitHeaders } from '../limit-headers.ts';
import { type Operation, operationsOf, type RefusedOperation, type Route } from '../operation.ts';
import type { DownloaderPorts } from '../downloader-ports.ts';
import { idempotently } from './idempotency.ts';
import type { PublicOperation } from './operation.ts';

/** An operation that the table itself answers. */
export type PublicRoute = PublicOperation & Route<DownloaderPorts>;

/** `{id}` of a path is that of a download. */
export const DownloadPath = v.object({ id: DownloadProgress.entries.id });

const NOBODY: Caller = { owner: null, address: null };

type Own = Pick<PublicOperation, 'id' | 'method' | 'group' | 'credential'> & { query?: PublicOperation['query'] };

/** Defines an operation of the public API. */
export const route = operationsOf<Caller, DownloaderPorts, Own>({
  credential: 'key',
  async admit(request, operation, ports) {
    const allowed = await callerOf(request, ports, operation);
    if (!allowed.ok) return allowed;
    const { action, limit, isIdempotent } = operation;
    const forbidden = action && forbiddenAction(allowed.value, action);
    if (forbidden) return { ok: false, failure: forbidden };
    // Before its body is read: whoever goes on all the same costs next to nothing. Not what may have been answered already.
    const known = limit && !isIdempotent ? ports.limits.refusal(limit, allowed.value) : null;
    return known ? { ...known.result, headers: limitHeaders(known.limitStatus) } : allowed;
  },
  path: DownloadPath,
  unknown: { ok: false, failure: { code: 'download_unknown' } },
  isEmptyLeftOut: false,
  once: (request, caller, { idempotent }, answer) => idempotently(request, caller, idempotent, answer),
});

async function callerOf(
  request: Parameters<DownloaderPorts['authenticator']['ofAnybody']>[0],
  { authenticator }: DownloaderPorts,
  { credential }: Operation,
): Promise<{ ok: true; value: Caller } | RefusedOperation> {
  if (credential === 'none') return ok(NOBODY);
  return credential === 'optional-key' ? authenticator.ofAnybody(request) : authenticator.ofKey(request);
}
