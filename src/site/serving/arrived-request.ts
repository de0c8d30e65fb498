import { boundedChunks } from '#/model/http/bounded-body.ts';
import { VisitorLeft } from './visitor-left.ts';

/** Far above a whole queue that a page tells the server of. */
const BODY_MAX_BYTES = 4 * 1024 * 1024;

/**
 * The request once its body is here, or why it goes no further: whoever sent it left before (499, which nobody reads), or it is too large
 * (413). If they leave later, its signal aborts with a VisitorLeft: Start throws what a signal aborts with, and logs whatever does not say
 * of itself that it is no error of the site's. Rejects with whatever else keeps a body from being read.
 */
export async function arrivedRequest(request: Request, mostBytes = BODY_MAX_BYTES): Promise<Request | Response> {
  const { url, method, headers, signal } = request;
  if (Number(headers.get('content-length')) > mostBytes) return new Response(null, { status: 413 });
  try {
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const chunks = hasBody ? await boundedChunks(request.body, mostBytes) : [];
    // Nobody reads the rest, so nothing that came after it on this connection would be answered.
    if (!chunks) return new Response(null, { status: 413, headers: { connection: 'close' } });
    const body = hasBody ? new Blob(chunks) : null;
    return new Request(url, { method, headers, body, signal: leaving(signal) });
  } catch (error) {
    if (signal.aborted) return new Response(null, { status: 499 });
    throw error;
  }
}

function leaving(signal: AbortSignal): AbortSignal {
  const left = new AbortController();
  const leave = () => left.abort(new VisitorLeft('The visitor left.'));
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  return left.signal;
}
