import type { RequestListener } from 'node:http';
import { toNodeHandler } from 'srvx/node';

/**
 * Answers what arrives at Node's server as `answer` does. One request never ends the process: what has no address is refused (400: a Host
 * may name a port that there cannot be), and what `answer` throws is logged and told as a failure of the site's (500).
 */
export function nodeListener(
  answer: (request: Request) => Promise<Response>,
  log: (error: unknown) => void,
): RequestListener {
  return toNodeHandler(async (request) => {
    if (!URL.canParse(request.url)) return new Response(null, { status: 400 });
    try {
      return await answer(request);
    } catch (error) {
      log(error);
      return new Response(null, { status: 500 });
    }
  }) as RequestListener;
}
