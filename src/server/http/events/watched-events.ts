import type { IncomingMessage, ServerResponse } from 'node:http';
import { readSessionEvent } from '#/server/store/events/session-events.ts';
import type { Store } from '#/server/store/store.ts';
import { ownerOfUser } from '#/server/store/tables/visitor-users.ts';
import { userOfWatchedEvent } from '#/server/store/tables/watched-links.ts';
import type { RequestAuthenticator } from '../authenticate.ts';
import { sendProblem } from '../problem.ts';
import { openEvents } from './events.ts';

export const WATCHED_EVENTS_PATH = '/api/v1/watched/events';

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
  openEvents(res, {
    retryMs: 5000,
    start(write) {
      const tell = () => res.writableNeedDrain || write('event: changed\ndata: {}\n\n');
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
      return () => {
        for (const end of endings) end();
      };
    },
  });
}
