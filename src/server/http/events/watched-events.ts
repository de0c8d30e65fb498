import type { IncomingMessage, ServerResponse } from 'node:http';
import { readSessionEvent } from '#/server/store/events/session-events.ts';
import type { Store } from '#/server/store/store.ts';
import { ownerOfUser } from '#/server/store/tables/visitor-users.ts';
import { userOfWatchedEvent } from '#/server/store/tables/watched-links.ts';
import type { RequestAuthenticator } from '../authenticate.ts';
import { sendProblem } from '../problem.ts';

export const WATCHED_EVENTS_PATH = '/api/v1/watched/events';

/** Proxies close what is silent for a minute. */
const HEARTBEAT_MS = 20_000;

type Ports = {
  authenticator: Pick<RequestAuthenticator, 'ofBrowser' | 'followerOf'>;
  store: Pick<Store, 'onEvent' | 'onResync'>;
};

/**
 * Server-sent events for a signed-in user's browser, by its cookie: `changed`, whenever something about the links that the user waits
 * for has changed, or may have. What it is, they do not tell. Failures: unauthorized.
 */
export async function serveWatchedEvents(
  req: IncomingMessage,
  res: ServerResponse,
  { authenticator, store }: Ports,
): Promise<void> {
  if (req.method !== 'GET')
    return sendProblem(res, { code: 'invalid_request' }, { status: 405, headers: { allow: 'GET' } });
  const { owner: visitor } = authenticator.followerOf(req);
  const { owner } = await authenticator.ofBrowser(req);
  if (owner === null || !owner.startsWith(ownerOfUser(''))) return sendProblem(res, { code: 'unauthorized' });
  res.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  res.write('retry: 5000\n\n');
  const tell = () => res.writableNeedDrain || res.write('event: changed\ndata: {}\n\n');
  const endings = [
    store.onEvent((event) => {
      const userId = userOfWatchedEvent(event);
      if (userId !== null && ownerOfUser(userId) === owner) tell();
      const session = readSessionEvent(event);
      const isOver =
        (session?.type === 'sessionEnded' && `visitor:${session.visitorId}` === visitor) ||
        (session?.type === 'accountChanged' && ownerOfUser(session.userId) === owner);
      // A browser whose session goes on comes back, and is looked at anew.
      if (isOver) res.end();
    }),
    store.onResync(tell),
  ];
  const heartbeat = setInterval(() => res.write(':\n\n'), HEARTBEAT_MS);
  res.once('close', () => {
    for (const end of endings) end();
    clearInterval(heartbeat);
  });
}
