import { LRUCache } from 'lru-cache';
import type { Identity } from '#/server/identity/identity.ts';
import type { Store } from '#/server/store/store.ts';
import { readSessionEvent } from '#/server/store/events/session-events.ts';
import { createVisitorUserRepository, ownerOfUser } from '#/server/store/tables/visitor-users.ts';
import { createLimiterClient } from '../limits/limiter-client.ts';
import { isOfUser, newVisitorId, VISITOR_LIFE_S } from './visitor-id.ts';

/**
 * Which visitors' cookies stand for signed-in users. Requests for bytes bring a cookie and no token, so a browser in which somebody signs
 * in gets a new cookie, which stands for the user as long as that sign-in lasts, or until it is ended here. Of a guest's cookie it can be
 * seen that it stands for nobody.
 */
export type Sessions = {
  /**
   * Id of the user that a visitor's cookie stands for; null: a guest, or nobody knows, since the database or the user pool is away. What is asked often
   * is known for half a minute.
   */
  userOf(visitorId: string | null): Promise<string | null>;
  /** Whether a cookie stood for a user, and is known to do so no more. */
  hasEnded(visitorId: string | null): Promise<boolean>;
  /**
   * Makes a cookie for a user's browser, and all downloads of the guest that it was until now the user's. null: its cookie stands for
   * this user as it is.
   */
  begin(userId: string, given: Given & { sessionId?: string | null }): Promise<string | null>;
  /** Ends the session of a browser, which gets a guest's cookie. null: it has one. */
  end(given: Given): Promise<string | null>;
  /** Ends a user's sessions in all browsers. */
  endAll(userId: string): Promise<void>;
  /** Tells all servers that these cookies stand for nobody any more. */
  tellEnded(visitorIds: readonly string[]): Promise<void>;
  close(): void;
};

type Given = { visitorId: string | null; isSecure: boolean };

export type SessionPorts = {
  store: Store;
  /** What makes a browser remember a visitor's id, in the words of whoever speaks with browsers. */
  cookieOf: (visitorId: string, browser: { isSecure: boolean }) => string;
  /** Whether a sign-in of a user goes on. Rejects when nobody can tell. */
  isSessionLive: Identity['isSessionLive'];
  now?: () => number;
};

/** How long an answer is believed. A session that ends is told to all servers; this is for when that is not heard. */
const KNOWN_MS = 30_000;
/** How long nobody is believed to be known while the database is away. */
const AWAY_MS = 1_000;
const MAX_KNOWN = 10_000;

/** null: of nobody; undefined: nobody could tell. */
type User = string | null | undefined;
/** `userId`: of the row, as soon as it was read. */
type Known = { user: Promise<User>; userId: string | null; until: number };

export function createSessions({
  store,
  cookieOf,
  isSessionLive,
  now = () => performance.now(),
}: SessionPorts): Sessions {
  const repository = createVisitorUserRepository(store);
  // A dead database would keep each request waiting. That it is away, others log.
  const soon = createLimiterClient(store, () => {});
  const lookedUp = createVisitorUserRepository({
    ...store,
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await soon.query({ text, values: [...values] })).rows as Row[],
  });
  const known = new LRUCache<string, Known>({ max: MAX_KNOWN });

  function lookUp(visitorId: string): Promise<User> {
    const ask = async (): Promise<User> => {
      const row = await lookedUp.find(visitorId);
      entry.userId = row?.userId ?? null;
      return row && (await isSessionLive(row.userId, row.sessionId)) ? row.userId : null;
    };
    const entry: Known = { until: now() + KNOWN_MS, userId: null, user: Promise.resolve(undefined) };
    entry.user = ask().catch(() => {
      entry.until = Math.min(entry.until, now() + AWAY_MS);
      return undefined;
    });
    known.set(visitorId, entry);
    return entry.user;
  }

  function find(visitorId: string): Promise<User> {
    const entry = known.get(visitorId);
    return entry && entry.until > now() ? entry.user : lookUp(visitorId);
  }

  const endings = [
    store.onEvent((event) => {
      const told = readSessionEvent(event);
      if (told?.type === 'sessionEnded') known.delete(told.visitorId);
      if (told?.type === 'accountChanged') {
        for (const [visitorId, { userId }] of known.entries().toArray()) {
          // Of one that is still being read, nobody knows yet whose it is.
          if (userId === told.userId || userId === null) known.delete(visitorId);
        }
      }
    }),
    store.onResync(() => known.clear()),
  ];

  const sessions: Sessions = {
    async userOf(visitorId) {
      return visitorId !== null && isOfUser(visitorId) ? ((await find(visitorId)) ?? null) : null;
    },
    async hasEnded(visitorId) {
      return visitorId !== null && isOfUser(visitorId) && (await find(visitorId)) === null;
    },
    async begin(userId, { visitorId: former, isSecure, sessionId = null }) {
      const own = former !== null && isOfUser(former) ? await repository.find(former) : null;
      if (former !== null && own?.userId === userId) {
        if (own.sessionId === sessionId) return null;
        await repository.rebind(former, sessionId);
        known.delete(former);
        return null;
      }
      const visitorId = newVisitorId({ isOfUser: true });
      const guest = former === null ? null : { visitorId: former, owner: `visitor:${former}` };
      await repository.begin({ visitorId, userId, sessionId, lifeS: VISITOR_LIFE_S, former: guest });
      if (guest) {
        await sessions.tellEnded([guest.visitorId]);
        await store.publish([{ type: 'adopted', from: guest.owner, to: ownerOfUser(userId), visitorId }]);
      }
      return cookieOf(visitorId, { isSecure });
    },
    async end({ visitorId, isSecure }) {
      if (visitorId === null || !isOfUser(visitorId)) return null;
      await repository.end(visitorId);
      await sessions.tellEnded([visitorId]);
      return cookieOf(newVisitorId({ isOfUser: false }), { isSecure });
    },
    endAll: async (userId) => sessions.tellEnded(await repository.endAll(userId)),
    async tellEnded(visitorIds) {
      for (const visitorId of visitorIds) known.delete(visitorId);
      if (visitorIds.length > 0)
        await store.publish(visitorIds.map((visitorId) => ({ type: 'sessionEnded', visitorId })));
    },
    close() {
      for (const end of endings) end();
    },
  };
  return sessions;
}
