import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ok } from '#/model/failure.ts';
import type { Caller } from '#/server/service/caller.ts';
import { createFollowers } from '#/server/service/progress/followers.ts';
import { ownerOfUser } from '#/server/store/tables/visitor-users.ts';
import { serveOwnEvents } from '../rest/own-events.ts';
import { EVENTS_PATH, serveEvents } from './events.ts';
import { serveWatchedEvents } from './watched-events.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const USER: Caller = { owner: ownerOfUser('ann'), address: null };

const cleanUp: (() => unknown)[] = [];
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
  vi.useRealTimers();
});

/** Streams whose reader is looked up for as long as a test likes, and what they keep. */
function streams() {
  const lookUp = Promise.withResolvers<void>();
  const listeners = new Set<unknown>();
  const listen = (listener: unknown) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const followers = createFollowers(async () => false);
  cleanUp.push(followers.close);
  const timers = vi.getTimerCount();
  const authenticator = {
    followerOf: () => ({ owner: 'visitor:1', address: null }),
    ofBrowser: () => lookUp.promise.then(() => USER),
    ofRaw: () => lookUp.promise.then(() => ok(USER)),
  };
  const progress = { follow: followers.add };
  const row = { id: ID, owner: USER.owner } as never;
  const own = { downloadRepository: { of: async () => [row] }, records: { describe: () => row } };
  const store = { onEvent: listen, onResync: listen };
  return {
    lookUp: lookUp.resolve,
    kept: () => ({ followed: followers.ids(), listeners: listeners.size, timers: vi.getTimerCount() - timers }),
    serve: {
      'of several downloads': (req, res) => serveEvents(req, res, { authenticator, progress }),
      'of a download of one’s own': (req, res) => serveOwnEvents(req, res, ID, { authenticator, progress, ...own }),
      'of links that a user waits for': (req, res) => serveWatchedEvents(req, res, { authenticator, store }),
    } satisfies Record<string, (req: IncomingMessage, res: ServerResponse) => Promise<void>>,
  };
}

/** A request that has come, and what its client does. */
async function ask(serve: (req: IncomingMessage, res: ServerResponse) => Promise<void>) {
  const server = createServer().listen(0, '127.0.0.1');
  cleanUp.push(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = request({ port, host: '127.0.0.1', path: `${EVENTS_PATH}?ids=${ID}` }).on('error', () => {});
  client.end();
  const [req, res] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  const leave = async () => {
    const closed = once(res, 'close');
    client.destroy();
    await closed;
  };
  return { client, leave, served: serve(req, res) };
}

const NOTHING = { followed: [], listeners: 0, timers: 0 };

describe.each(['of several downloads', 'of a download of one’s own', 'of links that a user waits for'] as const)(
  'events %s',
  (which) => {
    test('keep nothing of a reader who leaves while it is looked up who that is', async () => {
      const { serve, lookUp, kept } = streams();
      const { leave, served } = await ask(serve[which]);
      await leave();
      lookUp();
      await served;
      expect(kept()).toEqual(NOTHING);
    });

    test('keep what they need until their reader leaves', async () => {
      const { serve, lookUp, kept } = streams();
      const { client, leave, served } = await ask(serve[which]);
      lookUp();
      const [answer] = (await once(client, 'response')) as [IncomingMessage];
      await served;
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/event-stream']);
      const isWatched = which === 'of links that a user waits for';
      expect(kept()).toEqual({ followed: isWatched ? [] : [ID], listeners: isWatched ? 2 : 0, timers: 1 });
      await leave();
      expect(kept()).toEqual(NOTHING);
    });
  },
);
