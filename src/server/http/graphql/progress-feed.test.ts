import { expect, test } from 'vitest';
import type { DownloadState } from '#/model/download.ts';
import type { Caller } from '#/server/service/caller.ts';
import { createProgressFeed } from './progress-feed.ts';

const ANN: Caller = { owner: 'key:ann', address: null };
const BOB: Caller = { owner: 'key:bob', address: null };
const here = new AbortController().signal;

function place(most = { ofCaller: 2, ofServer: 3 }) {
  type Listener = Parameters<Parameters<typeof createProgressFeed>[0]['follow']>[2];
  const listeners = new Set<Listener>();
  const feed = createProgressFeed(
    {
      follow(_, __, listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    most,
  );
  const tell = (state: DownloadState, receivedBytes = 0) => {
    const rest = { totalBytes: null, bytesPerS: 0, leftS: null, failure: null, file: null };
    for (const { onProgress } of listeners) onProgress({ id: 'a', state, receivedBytes, ...rest });
  };
  const open = (caller = ANN, signal: AbortSignal = here) => {
    const opened = feed.open('a', caller, signal);
    if (!opened.ok) return { code: opened.failure.code, iterator: null };
    return { code: null, iterator: opened.value };
  };
  return { feed, tell, open, followed: () => listeners.size };
}

test('tells each change until the download ends, and then follows it no longer', async () => {
  const { open, tell, followed } = place();
  const { iterator } = open();
  const first = iterator?.next();
  tell('preparing', 1);
  expect((await first)?.value).toMatchObject({ state: 'preparing', receivedBytes: 1 });
  const second = iterator?.next();
  tell('ready');
  expect((await second)?.value).toMatchObject({ state: 'ready' });
  expect(await iterator?.next()).toMatchObject({ done: true });
  expect(followed()).toBe(0);
});

test('whoever lags misses what was on the way, never the end', async () => {
  const { open, tell } = place();
  const { iterator } = open();
  const first = iterator?.next();
  tell('preparing', 1);
  await first;
  for (let bytes = 2; bytes < 1_000; bytes++) tell('preparing', bytes);
  tell('ready', 1_000);
  const rest: number[] = [];
  for (let next = await iterator?.next(); next && !next.done; next = await iterator?.next())
    rest.push(next.value.receivedBytes);
  expect(rest.at(-1)).toBe(1_000);
  expect(rest.length).toBeLessThan(5);
});

test('a caller and the server have so many at once; who leaves, unread or not, gives way', async () => {
  const { open, followed } = place();
  const leaving = new AbortController();
  expect([open(ANN, leaving.signal).code, open().code, open().code]).toEqual([null, null, 'limit_reached']);
  const bobs = open(BOB);
  expect([bobs.code, open(BOB).code]).toEqual([null, 'busy']);
  leaving.abort();
  await expect.poll(() => open().code).toBeNull();
  expect(open().code).toBe('limit_reached');
  const reading = bobs.iterator?.next();
  expect(followed()).toBe(1);
  await bobs.iterator?.return?.();
  expect(await reading).toMatchObject({ done: true });
  expect(followed()).toBe(0);
  await expect.poll(() => open(BOB).code).toBeNull();
});

test('who leaves before anything was read gives way as well', async () => {
  const { open } = place();
  for (let round = 1; round <= 5; round++) {
    const { code, iterator } = open();
    expect(code).toBeNull();
    await iterator?.return?.();
  }
});

test('all end with the feed, also those of whom nothing was heard', async () => {
  const { feed, open, followed } = place();
  const readings = [open(ANN), open(BOB)].map(({ iterator }) => iterator?.next());
  expect(followed()).toBe(2);
  feed.close();
  for (const reading of readings) expect(await reading).toMatchObject({ done: true });
  expect(followed()).toBe(0);
});
