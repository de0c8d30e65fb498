import { getRequest } from '@tanstack/react-start/server';
import * as v from 'valibot';
import { BadInput } from './bad-input.ts';
import { requestScope } from './request-scope.server.ts';

/**
 * A server function's validator. What does not fit is refused by the name of its place alone: Start's own way with a schema writes all
 * that was given into the log, such as the link that somebody pasted.
 */
export function checkedInput<Schema extends v.GenericSchema>(
  schema: Schema,
): (given: v.InferInput<Schema>) => v.InferOutput<Schema> {
  return (given) => {
    const parsed = v.safeParse(schema, given);
    if (parsed.success) return parsed.output;
    throw new BadInput(`Bad input at ${v.getDotPath(parsed.issues[0]) ?? 'the whole'}.`);
  };
}

/** For whom a server function calls the downloader, and until when. */
export function forThisVisitor() {
  return { signal: getRequest().signal, onBehalf: requestScope.getStore()?.visitor };
}
