import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allowances } from '#app.config';
import type { Preferences, QueueEntry } from '#/model/account.ts';
import { type AccountDataRepository, createAccountDataRepository } from './account-data.ts';
import { embedded, newDownload, served } from '../fixtures/contract-places.ts';
import { downloads } from '../schema/schema.ts';
import type { Store } from '../store.ts';
import { createVisitorUserRepository } from './visitor-users.ts';

const PREFERENCES: Preferences = {
  mode: 'audio',
  quality: 720,
  container: 'webm',
  fileNames: 'plain',
  language: 'ja',
  theme: 'dark',
};

function entry(number: number): QueueEntry {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  return { id, link: `https://x.com/a/status/${number}`, platform: 'twitter', mode: 'video', quality: null };
}
const idOf = (number: number) => entry(number).id;

describe.each([embedded, served])('$name', ({ start }) => {
  let kind: Awaited<ReturnType<typeof start>>;
  let store: Store;
  let data: AccountDataRepository;
  let ann: string;
  let bob: string;

  beforeAll(async () => {
    kind = await start();
    store = await (await kind.createPlace()).open();
    data = createAccountDataRepository(store);
  });
  beforeEach(() => {
    [ann, bob] = [crypto.randomUUID(), crypto.randomUUID()];
  });
  afterEach(() => store.query('delete from downloads'));
  afterAll(async () => {
    await store.close();
    await kind.close();
  });

  const numbersOf = ({ entries }: { entries: readonly QueueEntry[] }) =>
    entries.map(({ link }) => Number(link.split('/').at(-1)));
  const put = (userId: string, numbers: readonly number[], order: readonly number[] | null = null) =>
    data.putEntries(userId, { entries: numbers.map(entry), order: order?.map(idOf) ?? null });

  test('preferences are what was saved last, of each user', async () => {
    expect(await data.preferences(ann)).toBeNull();
    await data.savePreferences(ann, { ...PREFERENCES, theme: 'light' });
    await data.savePreferences(ann, PREFERENCES);
    expect(await data.preferences(ann)).toEqual(PREFERENCES);
    expect(await data.preferences(bob)).toBeNull();
  });

  test('the queue is the same for all devices of its user, and nobody else’s', async () => {
    const whole = { ...entry(1), platform: null, mode: 'audio', quality: 720 } as const;
    await data.putEntries(ann, { entries: [whole], order: null });
    expect(await data.queue(ann)).toEqual({ entries: [whole], removed: [] });
    expect(await data.queue(bob)).toEqual({ entries: [], removed: [] });
  });

  test('what is added goes on top, unless the device says where', async () => {
    expect(numbersOf(await put(ann, [1, 2]))).toEqual([1, 2]);
    expect(numbersOf(await put(ann, [3, 4]))).toEqual([3, 4, 1, 2]);
    expect(numbersOf(await put(ann, [5], [1, 2, 5, 3, 4]))).toEqual([1, 2, 5, 3, 4]);
    expect(numbersOf(await put(ann, [], [4, 3, 2, 1, 5]))).toEqual([4, 3, 2, 1, 5]);
  });

  test('an order given without knowing of an entry leaves that on top', async () => {
    await put(ann, [1, 2, 3]);
    expect(numbersOf(await put(ann, [], [2, 1]))).toEqual([3, 2, 1]);
  });

  test('an entry that was taken out does not come back, whoever still has it, and its link is forgotten', async () => {
    await put(ann, [1, 2]);
    const removed = await data.removeEntries(ann, [idOf(1)]);
    expect([numbersOf(removed), removed.removed]).toEqual([[2], [idOf(1)]]);
    const after = await put(ann, [1, 2, 3]);
    expect([numbersOf(after), after.removed]).toEqual([[3, 2], [idOf(1)]]);
    const [row] = await store.query<{ link: string }>('select link from queue_entries where user_id = $1 and id = $2', [
      ann,
      idOf(1),
    ]);
    expect(row?.link).toBe('');
  });

  test('a link is there once, whichever device had it first; taken out, it can be added anew', async () => {
    await put(ann, [1]);
    const again = { ...entry(1), id: idOf(2) };
    expect(await data.putEntries(ann, { entries: [again], order: null })).toMatchObject({ entries: [{ id: idOf(1) }] });
    await data.removeEntries(ann, [idOf(1)]);
    const twice = { entries: [again, { ...again, id: idOf(3) }], order: null };
    expect((await data.putEntries(ann, twice)).entries).toEqual([again]);
  });

  test('of a stranger nothing is taken out', async () => {
    await put(ann, [1]);
    await data.removeEntries(bob, [idOf(1)]);
    expect(numbersOf(await data.queue(ann))).toEqual([1]);
  });

  test('beyond what one may have, the oldest go', async () => {
    const all = Array.from({ length: allowances.queueEntries }, (_, index) => index + 10);
    await put(ann, all.slice(0, 1));
    await put(ann, all.slice(1));
    const full = await put(ann, [1, 2]);
    expect(full.entries).toHaveLength(allowances.queueEntries);
    expect(numbersOf(full).slice(0, 2)).toEqual([1, 2]);
    expect(full.removed).toContain(idOf(10));
    expect(full.removed).toHaveLength(2);
  });

  test('devices that add at the same time lose nothing', async () => {
    const numbers = Array.from({ length: 10 }, (_, index) => index + 1);
    await Promise.all(numbers.map((number) => put(ann, [number])));
    expect(numbersOf(await data.queue(ann)).toSorted((one, other) => one - other)).toEqual(numbers);
  });

  test('all of a user is deleted at once, and told what there is elsewhere; others keep theirs; again, it is nothing', async () => {
    const sessions = createVisitorUserRepository(store);
    for (const userId of [ann, bob]) {
      await put(userId, [1]);
      await data.savePreferences(userId, PREFERENCES);
      await sessions.begin({ visitorId: `u-${userId}`, userId, lifeS: 60, former: null });
      await store.db.insert(downloads).values(newDownload({ owner: `user:${userId}`, objectKey: `kept/${userId}.1` }));
    }
    const erased = await data.erase(ann);
    expect(erased.visitorIds).toEqual([`u-${ann}`]);
    expect(erased.downloads).toMatchObject([{ objectKey: `kept/${ann}.1` }]);
    expect([await data.preferences(ann), await data.queue(ann)]).toEqual([null, { entries: [], removed: [] }]);
    expect(await sessions.find(`u-${ann}`)).toBeNull();
    expect([await data.preferences(bob), numbersOf(await data.queue(bob))]).toEqual([PREFERENCES, [1]]);
    expect(await sessions.find(`u-${bob}`)).toEqual({ userId: bob, sessionId: null });
    expect((await store.db.select().from(downloads)).map(({ owner }) => owner)).toEqual([`user:${bob}`]);
    expect(await data.erase(ann)).toEqual({ downloads: [], visitorIds: [] });
  });

  test('a session that is over stands for nobody', async () => {
    const sessions = createVisitorUserRepository(store);
    await sessions.begin({ visitorId: 'u-over', userId: ann, lifeS: -1, former: null });
    expect(await sessions.find('u-over')).toBeNull();
  });
});
