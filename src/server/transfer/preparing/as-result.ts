import { fail, ok, type Result } from '#/model/failure.ts';
import { EgressError } from '#/server/egress/egress.ts';
import { TransferError } from '../transfer-error.ts';

/** What a chain of reads came to, as a value; a visitor that left explains everything else. Rejects with what nobody expected. */
export async function asResult<T>(work: () => Promise<T>, signal: AbortSignal): Promise<Result<T>> {
  try {
    return ok(await work());
  } catch (error) {
    if (signal.aborted) return fail('cancelled');
    if (error instanceof TransferError) return { ok: false, failure: error.failure };
    if (error instanceof EgressError) return fail(error.code);
    throw error;
  }
}
