import { createHash } from 'node:crypto';
import { codesOf } from '#/model/failure-codes.ts';
import { type AnswerForm, runIdempotently } from '#/server/service/keeping/run-idempotently.ts';
import type { Caller } from '#/server/service/caller.ts';
import { withoutSignatures } from '#/server/service/links/links.ts';
import type { IdempotentRequestRepository } from '#/server/store/tables/idempotent-requests.ts';
import { STATUS } from '../http-status.ts';
import { problem, PROBLEM_TYPE } from '../problem.ts';
import { readText } from '../read-body.ts';

/** The draft's structured string, or the same without its quotes, as many clients send it. */
const KEY = /^(?:"([\x20\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x2b\x2d-\x7e]{1,255}))$/;
/** What another try may end better than is not remembered: what says so of itself, and what a client may get permission or time for. */
const RETRYABLE: ReadonlySet<number> = new Set([
  ...codesOf('retryable').map((code) => STATUS[code]),
  401,
  403,
  408,
  409,
  425,
]);

type Handle = (request: Request) => Promise<Response>;

/**
 * Answers a request that its client named by an Idempotency-Key (draft-ietf-httpapi-idempotency-key-header-07) once: whoever sends it
 * again within a day is told the same. Failures: idempotency_mismatch, of the same name and another body; idempotency_in_flight;
 * invalid_request, of a name that is none.
 */
export async function idempotently(
  request: Request,
  { owner }: Caller,
  repository: IdempotentRequestRepository,
  handle: Handle,
): Promise<Response> {
  const header = request.headers.get('idempotency-key');
  if (header === null || owner === null) return handle(request);
  const [, quoted, bare] = KEY.exec(header.trim()) ?? [];
  const key = quoted ?? bare;
  if (key === undefined) return problem({ code: 'invalid_request' });
  const text = await readText(request);
  if (text === undefined) return problem({ code: 'request_too_large' });
  const { method, headers, signal, url } = request;
  const fingerprint = requestFingerprint(method, new URL(url).pathname, text);
  const answered = await runIdempotently(repository, { owner, key, fingerprint }, RESPONSES, () =>
    handle(new Request(url, { method, headers, signal, body: text })),
  );
  return answered.ok ? answered.value : problem(answered.failure);
}

/** What tells whether two requests are the same one. */
export function requestFingerprint(method: string, path: string, body: string): string {
  // A link that was signed anew, since its media was read again, still asks for the same.
  return createHash('sha256')
    .update(`${method} ${path}\0${withoutSignatures(body)}`)
    .digest('base64url');
}

/** Whether an answer of this status would be the same again. */
export function isFinal(status: number): boolean {
  return status < 500 && !RETRYABLE.has(status);
}

const RESPONSES: AnswerForm<Response> = {
  async write(answer) {
    const { status } = answer;
    return isFinal(status) ? { status, body: await answer.clone().text() } : null;
  },
  read: ({ status, body }) =>
    new Response(body, {
      status,
      headers: {
        'content-type': status < 400 ? 'application/json' : PROBLEM_TYPE,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'idempotency-replayed': 'true',
      },
    }),
};
