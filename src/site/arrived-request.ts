import { VisitorLeft } from './visitor-left.ts';

/**
 * The request once its body is here; null: whoever sent it left before. If they leave later, its signal aborts with a VisitorLeft: Start
 * throws what a signal aborts with, and logs whatever does not say of itself that it is no error of the site's.
 * Rejects with whatever else keeps a body from being read.
 */
export async function arrivedRequest(request: Request): Promise<Request | null> {
  const { url, method, headers, signal } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  try {
    const body = hasBody ? await request.arrayBuffer() : null;
    return new Request(url, { method, headers, body, signal: leaving(signal) });
  } catch (error) {
    if (signal.aborted) return null;
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
