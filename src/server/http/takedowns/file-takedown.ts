import type { CounterNotice, TakedownRequest } from '#/model/operations.ts';
import { type CasePorts, fileCounterNotice, fileTakedown } from '#/server/service/takedowns/file-case.ts';
import { json } from '../json.ts';
import { limitHeaders } from '../limit-headers.ts';
import { problem } from '../problem.ts';
import type { PublicCall } from '../rest/call.ts';

/** `POST /api/v1/takedowns` */
export async function handleTakedown(
  { caller, body }: PublicCall<unknown, TakedownRequest>,
  ports: CasePorts,
): Promise<Response> {
  const { result, limitStatus } = await fileTakedown(body, caller, ports);
  const headers = limitHeaders(limitStatus);
  return result.ok ? json(result.value, { status: 201, headers }) : problem(result.failure, { headers });
}

/** `POST /api/v1/counter-notices` */
export async function handleCounterNotice(
  { caller, body }: PublicCall<unknown, CounterNotice>,
  ports: CasePorts,
): Promise<Response> {
  const { result, limitStatus } = await fileCounterNotice(body, caller, ports);
  const headers = limitHeaders(limitStatus);
  if (result.ok) return json(result.value, { status: 201, headers });
  const errors = [{ pointer: '#/caseId', detail: 'there is no such case' }];
  return problem(result.failure.code === 'invalid_request' ? { ...result.failure, errors } : result.failure, {
    headers,
  });
}
