import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StoredApiKey } from '#/server/store/schema/api-key-schema.ts';
import { keyChangedEvent } from '#/server/store/events/api-key-events.ts';
import { hashOfKey } from '#/server/store/tables/api-keys.ts';
import type { StoreEvent } from '#/server/store/events/events.ts';
import { SERVER_TIMEOUTS } from '#/server/store/query-timeouts.ts';
import type { Store } from '#/server/store/store.ts';
import { StoreError } from '#/server/store/store-error.ts';
import { createKeyRing, type KeyRing } from './key-ring.ts';

const SECRET = `cf_${'x'.repeat(43)}`;
const ROW: StoredApiKey = {
  id: '00000000-0000-4000-8000-000000000001',
  hash: hashOfKey(SECRET) ?? '',
  prefix: 'cf_xxxxxx',
  name: 'x',
  userId: null,
  scopes: { platforms: null, networks: ['203.0.113.0/24'], actions: ['read'] },
  limits: { resolutions: 1, downloads: 1, gigabytesPerDay: 1, transfers: 1 },
  webhookSecret: null,
  createdAt: new Date(0),
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
};

let now: number;
let row: StoredApiKey | null;
let isAway: boolean;
/** When set, reads are answered only after it. */
let gate: Promise<void>;
/** Whether whose key it is may act. */
let asking: (userId: string) => Promise<boolean>;
let asked: { reads: number; notes: number };
let tell: (event: StoreEvent) => void;
let ring: KeyRing;

beforeEach(() => {
  [now, row, isAway, gate, asked] = [1_000_000, ROW, false, Promise.resolve(), { reads: 0, notes: 0 }];
  asking = async () => true;
  const listeners = new Set<(event: StoreEvent) => void>();
  tell = (event) => listeners.forEach((listener) => listener(event));
  const store = {
    async query(text: string) {
      if (text.startsWith('update')) asked.notes++;
      if (text.startsWith('update')) return [];
      asked.reads++;
      if (isAway) throw new StoreError('Database: away', { code: 'ECONNREFUSED' });
      const read = row;
      await gate;
      return read ? [read] : [];
    },
    onEvent(listener: (event: StoreEvent) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onResync: () => () => {},
    queryTimeouts: SERVER_TIMEOUTS,
  } as unknown as Store;
  ring = createKeyRing({
    store,
    log: () => {},
    isUserLive: (userId) => asking(userId),
    now: () => now,
    instant: () => now,
  });
});
afterEach(() => ring.close());

const codeOf = async (secret = SECRET) => {
  const found = await ring.find(secret);
  return found.ok ? 'ok' : found.failure.code;
};

test('a key is read once in a few seconds, and its use is noted once a minute', async () => {
  for (let count = 0; count < 100; count++) expect(await codeOf()).toBe('ok');
  expect(asked).toEqual({ reads: 1, notes: 1 });
  now += 5_001;
  await codeOf();
  expect(asked).toEqual({ reads: 2, notes: 1 });
  now += 60_000;
  await codeOf();
  expect(asked).toEqual({ reads: 3, notes: 2 });
});

test('what cannot be a key is not looked for', async () => {
  for (const text of ['', 'x', `${SECRET} `, SECRET.slice(1)]) expect(await codeOf(text)).toBe('unauthorized');
  expect(asked.reads).toBe(0);
});

test('a key that changes is read anew at once, also where its reading had begun before the change', async () => {
  expect(await codeOf()).toBe('ok');
  row = { ...ROW, revokedAt: new Date(now) };
  tell(keyChangedEvent('00000000-0000-4000-8000-000000000002'));
  expect(await codeOf()).toBe('ok');
  tell(keyChangedEvent(ROW.id));
  expect(await codeOf()).toBe('unauthorized');

  [row, now] = [ROW, now + 10_000];
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const begun = codeOf();
  row = { ...ROW, revokedAt: new Date(now) };
  tell(keyChangedEvent(ROW.id));
  resolve();
  expect([await begun, await codeOf()]).toEqual(['ok', 'unauthorized']);
});

test('a key ends at its instant, though it is known', async () => {
  row = { ...ROW, expiresAt: new Date(now + 1_000) };
  expect(await codeOf()).toBe('ok');
  now += 1_000;
  expect(await codeOf()).toBe('unauthorized');
});

test('a key made a moment ago works at once, though it was asked for before', async () => {
  row = null;
  expect(await codeOf()).toBe('unauthorized');
  row = ROW;
  tell(keyChangedEvent(ROW.id));
  expect(await codeOf()).toBe('ok');
});

test('while the database is away nobody is taken for a stranger', async () => {
  isAway = true;
  expect(await ring.find(SECRET)).toMatchObject({ failure: { code: 'busy', retryAfterS: 5 } });
});

test('a key of a user who is disabled or gone opens nothing, asked anew at each use; the operator’s own is nobody’s', async () => {
  asking = async () => false;
  expect(await codeOf()).toBe('ok');
  [row, now] = [{ ...ROW, userId: 'somebody' }, now + 10_000];
  expect(await codeOf()).toBe('unauthorized');
  asking = async (userId) => userId === 'somebody';
  expect(await codeOf()).toBe('ok');
  asking = () => Promise.reject(new Error('the user pool is away'));
  expect(await codeOf()).toBe('busy');
});

test('tells from where it may be used', async () => {
  const found = await ring.find(SECRET);
  if (!found.ok) throw new Error(found.failure.code);
  const { isFrom } = found.value;
  expect(['203.0.113.200', '203.0.114.1', '::1', null].map(isFrom)).toEqual([true, false, false, false]);
});
