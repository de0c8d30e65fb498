import * as v from 'valibot';
import { invalidParameter } from '../identity-error.ts';

/** What an operation may need of the request beside its input: a signature covers all of it. */
export type OperationContext = { request: Request; body: string };

/** Answers the parsed JSON body with what is sent back, `{}` at least. Throws IdentityError. */
type Operation = (input: unknown, context: OperationContext) => Promise<object>;

/** By the name that `x-amz-target` has after the dot. */
export type OperationTable = Readonly<Record<string, Operation>>;

/** An operation whose input is parsed; what does not fit is an InvalidParameterException that names the field, never its value. */
export function operation<Schema extends v.GenericSchema>(
  schema: Schema,
  handle: (input: v.InferOutput<Schema>, context: OperationContext) => Promise<object>,
): Operation {
  return async (input, context) => {
    const parsed = v.safeParse(schema, input, { abortPipeEarly: true });
    if (parsed.success) return handle(parsed.output, context);
    const [issue] = parsed.issues;
    throw invalidParameter(
      `1 validation error detected: Value at '${v.getDotPath(issue) ?? 'body'}' failed to satisfy constraint.`,
    );
  };
}
