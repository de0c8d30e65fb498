import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { served } from '#/server/store/fixtures/contract-places.ts';
import type { Store } from '#/server/store/store.ts';
import { StoreError } from '#/server/store/store-error.ts';
import { createSessions, type Sessions } from './sessions.ts';

const USER = 'a user';

describe('a user’s cookie', () => {
  let kind: Awaited<ReturnType<typeof served.start>>;
  let store: Store;
  let sessions: Sessions;
  let queries = 0;
  let isAway = false;
  let nowMs = 0;
  /** Which sign-ins go on. */
  const lives = new Set([`${USER} first`, `${USER} second`]);

  beforeAll(async () => {
    kind = await served.start();
    store = await (await kind.createPlace()).open();
    const query: Store['query'] = async (text, values) => {
      queries += 1;
      if (isAway) throw new StoreError('Database: away');
      return store.query(text, values);
    };
    sessions = createSessions({
      store: { ...store, query },
      cookieOf: (visitorId) => visitorId,
      isSessionLive: async (userId, sessionId) => lives.has(`${userId} ${sessionId}`),
      now: () => nowMs,
    });
  });
  afterAll(async () => {
    sessions.close();
    await store.close();
    await kind.close();
  });

  async function begin(sessionId = 'first'): Promise<string | null> {
    return sessions.begin(USER, { visitorId: null, isSecure: false, sessionId });
  }

  /** Queries that something takes. */
  async function cost(what: () => Promise<unknown>): Promise<number> {
    const before = queries;
    await what();
    return queries - before;
  }

  test('is looked up once in half a minute, whether it stands for somebody or not; a guest’s never', async () => {
    const visitorId = await begin();
    const strange = `u${crypto.randomUUID()}`;
    const askAll = () => Promise.all([visitorId, strange, crypto.randomUUID(), null].map((id) => sessions.userOf(id)));
    expect(await cost(async () => expect(await askAll()).toEqual([USER, null, null, null]))).toBe(2);
    nowMs += 29_999;
    expect(await cost(askAll)).toBe(0);
    nowMs += 1;
    expect(await cost(askAll)).toBe(2);
  });

  test('stands for nobody from the moment on that its sign-in has ended, and again for the user after the next', async () => {
    const visitorId = await begin();
    expect(await sessions.userOf(visitorId)).toBe(USER);
    lives.delete(`${USER} first`);
    await store.publish([{ type: 'accountChanged', userId: USER }]);
    await expect.poll(() => sessions.userOf(visitorId)).toBeNull();
    expect(await sessions.hasEnded(visitorId)).toBe(true);
    // The same browser goes on with its cookie, which goes with the new sign-in from now on.
    expect(await sessions.begin(USER, { visitorId, isSecure: false, sessionId: 'second' })).toBeNull();
    expect(await sessions.userOf(visitorId)).toBe(USER);
    lives.add(`${USER} first`);
  });

  test('is not taken for one that has ended while the database is away, and is known again soon after', async () => {
    const visitorId = await begin();
    isAway = true;
    expect(await sessions.userOf(visitorId)).toBeNull();
    expect(await sessions.hasEnded(visitorId)).toBe(false);
    isAway = false;
    nowMs += 1_000;
    await expect.poll(() => ((nowMs += 1_000), sessions.userOf(visitorId))).toBe(USER);
  });
});
