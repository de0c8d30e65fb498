import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embedded } from '#/server/store/contract-places.ts';
import type { Store } from '#/server/store/store.ts';
import { StoreError } from '#/server/store/store-error.ts';
import { createVisitorCookies } from '../visitor-cookie.ts';
import { createSessions, type Sessions } from './sessions.ts';

const USER = 'a user';

describe('a user’s cookie', () => {
  let kind: Awaited<ReturnType<typeof embedded.start>>;
  let store: Store;
  let sessions: Sessions;
  let queries = 0;
  let isAway = false;
  let nowMs = 0;
  const cookies = createVisitorCookies('secret');

  beforeAll(async () => {
    kind = await embedded.start();
    store = await (await kind.createPlace()).open();
    const query: Store['query'] = async (text, values) => {
      queries += 1;
      if (isAway) throw new StoreError('Database: away');
      return store.query(text, values);
    };
    sessions = createSessions({ store: { ...store, query }, cookies, now: () => nowMs });
  });
  afterAll(async () => {
    sessions.close();
    await store.close();
    await kind.close();
  });

  async function begin(): Promise<string | null> {
    return cookies.read(await sessions.begin(USER, { visitorId: null, isSecure: false }));
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

  test('is not taken for one that has ended while the database is away, and is known again soon after', async () => {
    const visitorId = await begin();
    isAway = true;
    expect(await sessions.userOf(visitorId)).toBeNull();
    expect(await sessions.hasEnded(visitorId)).toBe(false);
    isAway = false;
    nowMs += 1_000;
    await expect.poll(() => ((nowMs += 1_000), sessions.userOf(visitorId)), { timeout: 5_000 }).toBe(USER);
  });
});
