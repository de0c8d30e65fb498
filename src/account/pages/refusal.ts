import type { Failure, Result } from '#/model/failure.ts';
import type { Answer } from '../identity-client.ts';
import type { RemoteError } from '../remote-error.ts';

/** TanStack Query knows a failure by a rejection: this one is an expected failure of the site. Whatever else is thrown is a bug. */
export class Refusal extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** As `Refusal`, of the identity service. */
export class RemoteRefusal extends Error {
  readonly error: RemoteError;
  constructor(error: RemoteError) {
    super(error.code);
    this.error = error;
  }
}

/** For a query or mutation. Rejects with a Refusal. */
export async function valueOf<T>(result: Promise<Result<T>>): Promise<T> {
  const answer = await result;
  if (!answer.ok) throw new Refusal(answer.failure);
  return answer.value;
}

/** For a query or mutation of the identity service. Rejects with a RemoteRefusal. */
export async function remoteValueOf<T>(result: Promise<Answer<T>>): Promise<T> {
  const answer = await result;
  if (!answer.ok) throw new RemoteRefusal(answer.error);
  return answer.value;
}

/** For `throwOnError`: expected failures are shown where they happen, bugs go to the page's error boundary. */
export function isBug(error: Error): boolean {
  return !(error instanceof Refusal || error instanceof RemoteRefusal);
}
