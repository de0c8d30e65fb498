import { createHash } from 'node:crypto';
import { allowances } from '#app.config';
import type { IdempotentRequestBook, NamedRequest } from '#/server/store/tables/idempotent-requests.ts';
import type { Caller } from '../limits/holders.ts';
import { withoutSignatures } from '#/server/service/links/links.ts';
import { problem, PROBLEM_TYPE } from '../problem.ts';
import { readText } from '../read-body.ts';

/** The draft's structured string, or the same without its quotes, as many clients send it. */
const KEY = /^(?:"([\x20\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x2b\x2d-\x7e]{1,255}))$/;
/** What another try may end better than is not remembered. */
const RETRYABLE: ReadonlySet<number> = new Set([401, 403, 408, 409, 425, 429, 507]);
const IN_FLIGHT_RETRY_S = 1;

type Handle = (request: Request) => Promise<Response>;

/**
 * Answers a request that its client named by an Idempotency-Key (draft-ietf-httpapi-idempotency-key-header-07) once: whoever sends it
 * again within a day is told the same. Failures: idempotency_mismatch, of the same name and another body; idempotency_in_flight;
 * invalid_request, of a name that is none.
 */
export async function idempotently(
  request: Request,
  { owner }: Caller,
  book: IdempotentRequestBook,
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
  const fingerprint = createHash('sha256')
    // A link that was signed anew, since its media was read again, still asks for the same.
    .update(`${method} ${new URL(url).pathname}\0${withoutSignatures(text)}`)
    .digest('base64url');
  const named = { owner, key, fingerprint };
  const begun = await book.begin(named, allowances.idempotencyS);
  if (begun.kind === 'mismatch') return problem({ code: 'idempotency_mismatch' });
  if (begun.kind === 'in flight') return problem({ code: 'idempotency_in_flight', retryAfterS: IN_FLIGHT_RETRY_S });
  if (begun.kind === 'answered') return replayed(begun.answer);
  return remembered(book, named, begun.attempt, () =>
    handle(new Request(url, { method, headers, signal, body: text })),
  );
}

async function remembered(
  book: IdempotentRequestBook,
  named: NamedRequest,
  attempt: string,
  handle: () => Promise<Response>,
): Promise<Response> {
  try {
    const answer = await handle();
    const { status } = answer;
    if (status >= 500 || status === 499 || RETRYABLE.has(status)) await book.giveUp(named, attempt);
    else await book.finish(named, attempt, { status, body: await answer.clone().text() });
    return answer;
  } catch (error) {
    // The error says more than a name that stays taken for some minutes.
    await book.giveUp(named, attempt).catch(() => {});
    throw error;
  }
}

function replayed({ status, body }: { status: number; body: string }): Response {
  return new Response(body, {
    status,
    headers: {
      'content-type': status < 400 ? 'application/json' : PROBLEM_TYPE,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'idempotency-replayed': 'true',
    },
  });
}
