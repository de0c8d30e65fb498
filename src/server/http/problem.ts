import type { ServerResponse } from 'node:http';
import * as v from 'valibot';
import { Failure } from '#/model/failure.ts';
import { FieldError } from './field-errors.ts';
import type { BodyFailure } from './read-body.ts';
import { STATUS } from './http-status.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** Body of every refusal. */
export const ProblemDetails = v.object({
  type: v.string(),
  title: v.string(),
  status: v.pipe(v.number(), v.integer()),
  ...Failure.entries,
  /** Of a body that its schema refused. */
  errors: v.optional(v.array(FieldError)),
});
export type ProblemDetails = v.InferOutput<typeof ProblemDetails>;

type Described = { status: number; headers: Record<string, string>; body: string };

/** A failure as problem details (RFC 9457): what went wrong as a stable code, never how it looked inside. */
function describe({ code, retryAfterS, ...context }: BodyFailure, status = STATUS[code]): Described {
  const title = code.replaceAll('_', ' ');
  const { platform, notice, startsAt, mediaTitle, errors } = context;
  const facts = { platform, retryAfterS, notice, startsAt, mediaTitle, errors };
  const body = { type: 'about:blank', title, status, code, ...facts } satisfies ProblemDetails;
  return {
    status,
    headers: {
      'content-type': PROBLEM_TYPE,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(retryAfterS !== undefined && { 'retry-after': String(Math.ceil(retryAfterS)) }),
    },
    body: JSON.stringify(body),
  };
}

export function problem(
  failure: BodyFailure,
  options: { status?: number; headers?: Record<string, string> } = {},
): Response {
  const { status, headers, body } = describe(failure, options.status);
  return new Response(body, { status, headers: { ...headers, ...options.headers } });
}

/** The same on a raw response. */
export function sendProblem(
  res: ServerResponse,
  failure: BodyFailure,
  options: { status?: number; headers?: Record<string, string> } = {},
): void {
  const { status, headers, body } = describe(failure, options.status);
  res.writeHead(status, { ...headers, ...options.headers, 'content-length': Buffer.byteLength(body) });
  res.end(res.req.method === 'HEAD' ? undefined : body);
}
