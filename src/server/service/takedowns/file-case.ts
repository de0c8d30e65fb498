import type { CounterNotice, FiledTakedown, TakedownRequest } from '#/model/operations.ts';
import { fail, ok } from '#/model/failure.ts';
import type { CaseRepository } from '#/server/store/tables/takedown-cases.ts';
import type { Caller } from '../caller.ts';
import type { Limits } from '../limits/limits.ts';
import type { CountedResult } from '../limits/limit-status.ts';

export type CasePorts = { cases: Pick<CaseRepository, 'file' | 'object'>; limits: Pick<Limits, 'take'> };

/** Files a notice of anybody, as often as a guest may have links read. Failures: limit_reached. */
export async function fileTakedown(
  request: TakedownRequest,
  caller: Caller,
  { cases, limits }: CasePorts,
): Promise<CountedResult<FiledTakedown>> {
  const { result: allowed, limitStatus } = await limits.take('resolutions', caller);
  if (!allowed.ok) return { result: allowed, limitStatus };
  const { id, state, createdAt } = await cases.file(request);
  return { result: ok({ id, state, createdAt }), limitStatus };
}

/** Files an objection of anybody, as often. Failures: limit_reached; invalid_request, where it names a case that there is not. */
export async function fileCounterNotice(
  notice: CounterNotice,
  caller: Caller,
  { cases, limits }: CasePorts,
): Promise<CountedResult<FiledTakedown>> {
  const { result: allowed, limitStatus } = await limits.take('resolutions', caller);
  if (!allowed.ok) return { result: allowed, limitStatus };
  const filed = await cases.object(notice);
  if (!filed) return { result: fail('invalid_request'), limitStatus };
  const { id, state, createdAt } = filed;
  return { result: ok({ id, state, createdAt }), limitStatus };
}
