import type { CounterNotice, TakedownRequest } from '#/model/operations.ts';
import type { CaseBook } from '#/server/store/tables/takedown-cases.ts';
import { json } from '../json.ts';
import type { Call } from '../rest/route.ts';
import type { Limits } from '../limits/limits.ts';
import { problem } from '../problem.ts';

type Ports = { cases: Pick<CaseBook, 'file' | 'object'>; limits: Pick<Limits, 'take'> };

/** `POST /api/v1/takedowns`: from anybody, as often as a guest may have links read. */
export async function fileTakedown(
  { caller, body }: Call<unknown, TakedownRequest>,
  { cases, limits }: Ports,
): Promise<Response> {
  const { result: allowed, headers } = await limits.take('resolutions', caller);
  if (!allowed.ok) return problem(allowed.failure, { headers });
  const { id, state, createdAt } = await cases.file(body);
  return json({ id, state, createdAt }, { status: 201, headers });
}

/** `POST /api/v1/counter-notices`: from anybody, as often. Refused where it names a case that there is not. */
export async function fileCounterNotice(
  { caller, body }: Call<unknown, CounterNotice>,
  { cases, limits }: Ports,
): Promise<Response> {
  const { result: allowed, headers } = await limits.take('resolutions', caller);
  if (!allowed.ok) return problem(allowed.failure, { headers });
  const filed = await cases.object(body);
  if (!filed) {
    const errors = [{ pointer: '#/caseId', detail: 'there is no such case' }];
    return problem({ code: 'invalid_request', errors }, { headers });
  }
  const { id, state, createdAt } = filed;
  return json({ id, state, createdAt }, { status: 201, headers });
}
