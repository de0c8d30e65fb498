import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { QueueEntry, QueueSnapshot } from '#/model/account.ts';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { Queue } from './queue-item.ts';
import { type QueueEvent, reduceQueue } from './queue.ts';
import { type Agreement, createQueueSync } from './queue-sync.ts';

const USER = 'ada';
/** How often the server is asked while nothing comes of it. */
const AGAIN_MS = 20_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const entryOf = (name: string): QueueEntry => {
  return { id: name, link: `https://youtu.be/${name}`, platform: 'youtube', mode: 'video', quality: null };
};

/** Who is signed in on a browser whose every change is told to the sync, and a server that answers as long as it is there. */
function signIn() {
  let queue: Queue = [];
  let agreement: Agreement | null = null;
  let entries: QueueEntry[] = [];
  const server = { isThere: true, asked: [] as string[] };
  const storage = { isFull: false };
  const answer = (name: string, work: () => void): Promise<Result<QueueSnapshot>> => {
    server.asked.push(name);
    if (!server.isThere) return Promise.resolve(fail('offline'));
    work();
    return Promise.resolve(ok({ entries, removed: [] }));
  };
  const dispatch = (event: QueueEvent): void => {
    queue = reduceQueue(queue, event);
    sync.changed();
  };
  const sync = createQueueSync({
    account: {
      list: () => answer('list', () => {}),
      put: (addition) => answer('put', () => (entries = [...addition.entries, ...entries])),
      remove: (ids) => answer('remove', () => (entries = entries.filter(({ id }) => !ids.includes(id)))),
    },
    queue: { snapshot: () => queue, dispatch, leads: () => true },
    memory: { read: () => agreement, write: (next) => void (agreement = storage.isFull ? agreement : next) },
  });
  sync.setUser(USER);
  return {
    server,
    storage,
    sync,
    entries: () => entries.map(({ id }) => id),
    add: (id: string) => dispatch({ type: 'added', items: [entryOf(id)], at: 0 }),
    asked: () => server.asked.splice(0),
  };
}

async function signInAndLoseTheServer() {
  const browser = signIn();
  await pass(0);
  browser.server.isThere = false;
  browser.add(crypto.randomUUID());
  await pass(1_000);
  expect(browser.asked()).toEqual(['list', 'list']);
  return browser;
}

test('a change is told a second after it, together with those that follow it closely', async () => {
  const { add, asked, entries } = signIn();
  await pass(0);
  expect(asked()).toEqual(['list']);
  const ids = [crypto.randomUUID(), crypto.randomUUID()];
  for (const id of ids) add(id);
  await pass(1_000);
  expect([asked(), entries()]).toEqual([['list', 'put'], ids.toReversed()]);
  await pass(10 * AGAIN_MS);
  expect(asked()).toEqual([]);
});

test('a server that does not answer is asked again after a while only, whatever else is changed', async () => {
  const { add, asked } = await signInAndLoseTheServer();
  add(crypto.randomUUID());
  await pass(AGAIN_MS - 1);
  expect(asked()).toEqual([]);
  await pass(1);
  expect(asked()).toEqual(['list']);
  await pass(10 * AGAIN_MS);
  expect(asked()).toHaveLength(10);
});

test('what it was not told is told once it answers again, and then changes are told as before', async () => {
  const { server, add, asked, entries } = await signInAndLoseTheServer();
  server.isThere = true;
  await pass(AGAIN_MS);
  expect([asked(), entries()]).toEqual([['list', 'put'], [expect.any(String)]]);
  add(crypto.randomUUID());
  await pass(1_000);
  expect([asked(), entries().length]).toEqual([['list', 'put'], 2]);
});

test('it is asked at once where the visitor, or the connection, comes back', async () => {
  const { server, sync, asked, entries } = await signInAndLoseTheServer();
  await sync.refresh();
  expect(asked()).toEqual(['list']);
  await pass(AGAIN_MS - 1);
  expect(asked()).toEqual([]);
  server.isThere = true;
  await sync.refresh();
  expect([asked(), entries().length]).toEqual([['list', 'put'], 1]);
  await pass(10 * AGAIN_MS);
  expect(asked()).toEqual([]);
});

test('where nothing can be stored any more, what was told looks like news after a while only', async () => {
  const { storage, add, asked } = signIn();
  await pass(0);
  storage.isFull = true;
  add(crypto.randomUUID());
  await pass(1_000);
  expect(asked()).toEqual(['list', 'list', 'put']);
  await pass(AGAIN_MS - 1);
  expect(asked()).toEqual([]);
  await pass(1);
  expect(asked()).toEqual(['list']);
});
