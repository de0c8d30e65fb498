import { fail, ok, type Result } from '#/model/failure.ts';
import { readText } from '../read-body.ts';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/**
 * A request whose body is read, as far as it may be long. Only JSON: a form of another site's page could send anything else. Failures:
 * not_acceptable, request_too_large.
 */
export async function readRequest(request: Request): Promise<Result<Request>> {
  const { url, headers, signal } = request;
  if (request.method !== 'POST') return ok(new Request(url, { headers, signal }));
  if (!JSON_TYPE.test(headers.get('content-type') ?? '') || headers.has('content-encoding'))
    return fail('not_acceptable');
  const body = await readText(request);
  if (body === undefined) return fail('request_too_large');
  return ok(new Request(url, { method: 'POST', headers, signal, body }));
}
