import { fail, type FailureCode, type Result } from '#/model/failure.ts';

/** Why a call to the site got no answer, as far as the browser knows. */
export function whyUnanswered(): FailureCode {
  return navigator.onLine ? 'internal' : 'offline';
}

/** The site's answer; where none comes, the reason as its failure. */
export function orUnanswered<T>(answer: Promise<Result<T>>): Promise<Result<T>> {
  return answer.catch(() => fail(whyUnanswered()));
}
