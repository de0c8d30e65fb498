import { allowances } from '#app.config';
import { fail, ok, type Result } from '#/model/failure.ts';
import type {
  IdempotentRequestRepository,
  NamedRequest,
  RememberedAnswer,
} from '#/server/store/tables/idempotent-requests.ts';

/** How an answer is written down for whoever sends the same request again, and read from there. */
export type AnswerForm<T> = {
  /** null: another try may end better, so nothing is remembered. */
  write(answer: T): Promise<RememberedAnswer | null>;
  read(remembered: RememberedAnswer): T;
};

const IN_FLIGHT_RETRY_S = 1;

/**
 * Carries out a request that has a name once: whoever sends it again within a day is given the same answer. Failures:
 * idempotency_mismatch, of the same name and another request; idempotency_in_flight. Rejects as `run` does, or as the repository.
 */
export async function runIdempotently<T>(
  repository: IdempotentRequestRepository,
  named: NamedRequest,
  form: AnswerForm<T>,
  run: () => Promise<T>,
): Promise<Result<T>> {
  const begun = await repository.begin(named, allowances.idempotencyS);
  if (begun.kind === 'mismatch') return fail('idempotency_mismatch');
  if (begun.kind === 'in flight') return fail('idempotency_in_flight', { retryAfterS: IN_FLIGHT_RETRY_S });
  if (begun.kind === 'answered') return ok(form.read(begun.answer));
  const { attempt } = begun;
  try {
    const answer = await run();
    const written = await form.write(answer);
    if (written) await repository.finish(named, attempt, written);
    else await repository.giveUp(named, attempt);
    return ok(answer);
  } catch (error) {
    // The error says more than a name that stays taken for some minutes.
    await repository.giveUp(named, attempt).catch(() => {});
    throw error;
  }
}
