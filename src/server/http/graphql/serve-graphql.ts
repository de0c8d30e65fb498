import { ok } from '#/model/failure.ts';
import type { RequestAuthenticator, KeyedRequest } from '../authenticate.ts';
import { STATUS } from '../http-status.ts';
import { json } from '../json.ts';
import { type BodyFailure, readJson } from '../read-body.ts';
import { GraphqlBody, type GraphqlContext } from './context.ts';
import { failureExtensions, failureMessage } from './failure-error.ts';

type ServePorts = {
  authenticator: Pick<RequestAuthenticator, 'ofKey'>;
  execute: (request: Request, context: GraphqlContext) => Response | Promise<Response>;
};

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/** Answers GraphQL over HTTP, to clients with a key. HEAD is answered as GET is, without the body. */
export async function serveGraphql(request: KeyedRequest, { authenticator, execute }: ServePorts): Promise<Response> {
  const headers = { allow: METHODS.join(', ') };
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers });
  if (!METHODS.includes(request.method)) return refusedResponse({ code: 'invalid_request' }, { status: 405, headers });
  const caller = await authenticator.ofKey(withKey(request));
  if (!caller.ok) return refusedResponse(caller.failure);
  // JSON alone: a form of another site's page could send anything else.
  const body = request.method === 'POST' ? await readJson(request, GraphqlBody) : ok(null);
  if (!body.ok) return refusedResponse(body.failure);
  const context: GraphqlContext = { body: body.value, caller: caller.value, signal: request.signal, told: {} };
  const isHead = request.method === 'HEAD';
  const { url, headers: asked, signal } = request;
  const answer = await execute(isHead ? new Request(url, { headers: asked, signal }) : request, context);
  return finished(answer, context.told, { isHead });
}

/** Clients of AppSync bring their key as `x-api-key`. */
function withKey({ headers, ip }: KeyedRequest): Pick<KeyedRequest, 'headers' | 'ip'> {
  const own = headers.get('x-api-key');
  if (!own || headers.get('api-key')) return { headers, ip };
  const renamed = new Headers(headers);
  renamed.set('api-key', own);
  return { headers: renamed, ip };
}

/** Refused before anything of it was executed. */
export function refusedResponse(
  failure: BodyFailure,
  { status = STATUS[failure.code], headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  const { retryAfterS } = failure;
  const later: Record<string, string> =
    retryAfterS === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterS)) };
  // By this, Amplify tells its app that the key is none.
  const named: Record<string, string> = status === 401 ? { 'x-amzn-errortype': 'UnauthorizedException' } : {};
  const errors = [{ message: failureMessage(failure), extensions: failureExtensions(failure) }];
  return json({ errors }, { status, headers: { ...later, ...named, ...headers } });
}

async function finished(answer: Response, told: Record<string, string>, { isHead }: { isHead: boolean }) {
  const { headers } = answer;
  for (const [name, value] of Object.entries(told)) headers.set(name, value);
  headers.set('cache-control', 'no-store');
  headers.set('x-content-type-options', 'nosniff');
  // Proxies would hold events back; and `none`, which is put there for them, is no encoding.
  headers.set('x-accel-buffering', 'no');
  headers.delete('content-encoding');
  if (!isHead) return answer;
  await answer.body?.cancel();
  return new Response(null, answer);
}
