import { GraphQLError } from 'graphql';
import type { Failure, Result } from '#/model/failure.ts';
import type { CountedResult } from '#/server/service/limits/limit-status.ts';
import { limitHeaders } from '../limit-headers.ts';
import type { BodyFailure } from '../read-body.ts';
import type { GraphqlContext } from './context.ts';

/** What the failure is, as `extensions` of an error tell it: by its code, as problem details of the other API do. */
export function failureExtensions({ code, platform, retryAfterS, notice, startsAt, mediaTitle, errors }: BodyFailure) {
  const context = { platform, retryAfterS, notice, startsAt, mediaTitle, errors };
  return { code, ...Object.fromEntries(Object.entries(context).filter(([, value]) => value !== undefined)) };
}

export function failureMessage({ code }: Failure): string {
  return code.replaceAll('_', ' ');
}

export function failureError(failure: BodyFailure): GraphQLError {
  return new GraphQLError(failureMessage(failure), { extensions: failureExtensions(failure) });
}

/** Throws the error of a failure; null: there is none. */
export function throwIfRefused(failure: BodyFailure | null): void {
  if (failure) throw failureError(failure);
}

/** The value of what went well; else throws the error. */
export function valueOrThrow<T>(result: Result<T, BodyFailure>): T {
  if (!result.ok) throw failureError(result.failure);
  return result.value;
}

/** The same of what counts: what is left goes onto the answer's headers, either way. */
export function countedValue<T>({ result, limitStatus }: CountedResult<T>, { told }: Pick<GraphqlContext, 'told'>): T {
  Object.assign(told, limitHeaders(limitStatus));
  return valueOrThrow(result);
}
