import * as v from 'valibot';
import { boundedChunks } from '#/model/http/bounded-body.ts';
import { fail, type Failure, ok, type Result } from '#/model/failure.ts';
import { type FieldError, fieldErrorsOf } from './field-errors.ts';

const MAX_BODY_BYTES = 128 * 1024;
/** A body that is too large is still read so far, and thrown away: a client that is cut off while it sends never sees the answer. */
const MAX_DRAINED_BYTES = 32 * 1024 * 1024;

/** A failure that tells which fields of a body it is about. */
export type BodyFailure = Failure & { errors?: FieldError[] };

/** The JSON body of a request, without fields that the schema does not know. Failures: not_acceptable, request_too_large, invalid_request. */
export async function readJson<T>(
  request: Request,
  schema: v.GenericSchema<unknown, T>,
): Promise<Result<T, BodyFailure>> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) return fail('not_acceptable');
  if (request.headers.has('content-encoding')) return fail('not_acceptable');
  const text = await readText(request);
  if (text === undefined) return fail('request_too_large');
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    if (parsed.success) return ok(parsed.output);
    return { ok: false, failure: { code: 'invalid_request', errors: fieldErrorsOf(parsed.issues) } };
  } catch (error) {
    if (error instanceof SyntaxError) return fail('invalid_request');
    throw error;
  }
}

/** The text of a body; undefined: it is too large. */
export async function readText({ body }: Pick<Request, 'body'>): Promise<string | undefined> {
  const chunks = await boundedChunks(body, MAX_BODY_BYTES, MAX_DRAINED_BYTES);
  return chunks ? Buffer.concat(chunks).toString('utf8') : undefined;
}
