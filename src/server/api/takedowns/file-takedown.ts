import * as v from 'valibot';
import { TakedownCase, TakedownRequest } from '#/model/operations.ts';
import type { CaseBook } from '#/server/store/takedown-cases.ts';
import { json } from '../json.ts';
import type { Caller } from '../limits/holders.ts';
import type { Limits } from '../limits/limits.ts';
import { problem } from '../problem.ts';
import { readJson } from '../read-body.ts';

/** Answer of `POST /api/v1/takedowns`: what the claimant may refer to. */
export const FiledTakedown = v.pick(TakedownCase, ['id', 'state', 'createdAt']);

type Ports = { cases: Pick<CaseBook, 'file'>; limits: Pick<Limits, 'refusal' | 'take'> };

/** `POST /api/v1/takedowns`: from anybody, as often as a guest may have links read. */
export async function fileTakedown(request: Request, { cases, limits }: Ports, caller: Caller): Promise<Response> {
  const known = limits.refusal('resolutions', caller);
  if (known) return problem(known.result.failure, { headers: known.headers });
  const body = await readJson(request, TakedownRequest);
  if (!body.ok) return problem(body.failure);
  const { result: allowed, headers } = await limits.take('resolutions', caller);
  if (!allowed.ok) return problem(allowed.failure, { headers });
  const { id, state, createdAt } = await cases.file(body.value);
  return json({ id, state, createdAt }, { status: 201, headers });
}
