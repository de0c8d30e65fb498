import { authorise } from './admin/authorise.ts';
import { ADMIN_PATH } from './admin/route.ts';
import type { KeyedRequest } from './authenticate.ts';
import { type RefusedOperation, refusal } from './operation.ts';
import { type OperationPorts, API_OPERATIONS } from './operations.ts';
import { problem } from './problem.ts';
import { createRouter } from './router.ts';

const router = createRouter(API_OPERATIONS);
const UNKNOWN: RefusedOperation = { ok: false, failure: { code: 'invalid_request' }, status: 404 };

/** Whether a path is of the operators' API, whatever there is at it. */
export function isOfAdmin(pathname: string): boolean {
  return pathname.startsWith(`${ADMIN_PATH}/`);
}

/**
 * Both APIs, by the one table. HEAD is answered as GET is, without the body. Of what is served before it, it only tells which methods
 * there are. Who may not use the operators' API is not told what there is of it.
 */
export async function serveOperations(request: KeyedRequest, ports: OperationPorts): Promise<Response> {
  const { pathname } = new URL(request.url);
  const { operation, path, allow } = router.find(request.method, pathname);
  if (operation && 'run' in operation) {
    const answer = await operation.run(request, path, ports);
    return request.method === 'HEAD' ? new Response(null, answer) : answer;
  }
  if (isOfAdmin(pathname)) {
    const admin = await authorise(request, ports.identity);
    if (!admin.ok) return refusal(admin);
  }
  if (allow === null) return refusal(UNKNOWN);
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
  return problem({ code: 'invalid_request' }, { status: 405, headers: { allow } });
}
