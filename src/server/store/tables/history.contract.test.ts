import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HistoryQuery } from '#/model/account.ts';
import { embedded, newDownload, served } from '../fixtures/contract-places.ts';
import { createHistoryRepository, type HistoryRepository } from './history.ts';
import { downloads, type StoredDownload } from '../schema/schema.ts';
import type { Store } from '../store.ts';

const ALL: HistoryQuery = { search: '', platform: null, state: null, cursor: null };

describe.each([embedded, served])('$name', ({ start }) => {
  let kind: Awaited<ReturnType<typeof start>>;
  let store: Store;
  let history: HistoryRepository;

  beforeAll(async () => {
    kind = await start();
    store = await (await kind.createPlace()).open();
    history = createHistoryRepository(store);
  });
  afterAll(async () => {
    await store.close();
    await kind.close();
  });

  async function ownerOf(...rows: Partial<StoredDownload>[]): Promise<string> {
    const owner = `user:${crypto.randomUUID()}`;
    const common = { owner, failure: null, objectKey: null, expiresAt: null, updatedAt: new Date() };
    await store.db.insert(downloads).values(rows.map((row) => newDownload({ ...common, ...row })));
    return owner;
  }
  const titles = async (owner: string, query: Partial<HistoryQuery>) =>
    (await history.page(owner, { ...ALL, ...query }))?.rows.map(({ title }) => title).toSorted();

  test('pages follow one another, newest first, each row once, though many are of the same instant', async () => {
    const at = (second: number) => new Date(Date.UTC(2026, 10, 1, 0, 0, second));
    const rows = Array.from({ length: 65 }, (_, index) => ({
      title: `${index}`,
      createdAt: at(Math.floor(index / 40)),
    }));
    const owner = await ownerOf(...rows);
    await ownerOf({ title: 'of somebody else', createdAt: at(0) });
    const pages: string[][] = [];
    let cursor: string | null = null;
    do {
      const page = await history.page(owner, { ...ALL, cursor });
      pages.push((page?.rows ?? []).map(({ title }) => title));
      cursor = page?.cursor ?? null;
    } while (cursor !== null);
    expect(pages.map(({ length }) => length)).toEqual([30, 30, 5]);
    expect(new Set(pages.flat()).size).toBe(65);
    expect(
      pages
        .flat()
        .slice(0, 25)
        .every((title) => Number(title) >= 40),
    ).toBe(true);
  });

  test('what is new meanwhile does not shift the pages that follow', async () => {
    const owner = await ownerOf(...Array.from({ length: 31 }, (_, index) => ({ title: `${index}` })));
    const first = await history.page(owner, ALL);
    await store.db.insert(downloads).values(newDownload({ owner, createdAt: new Date(), title: 'new' }));
    const second = await history.page(owner, { ...ALL, cursor: first?.cursor ?? '' });
    const seen = [...(first?.rows ?? []), ...(second?.rows ?? [])].map(({ title }) => title);
    expect(new Set(seen).size).toBe(31);
    expect(seen).not.toContain('new');
  });

  const YEAR_10000 = Date.UTC(10_000, 0, 1);

  test.each([
    '',
    'x',
    '1',
    '1.2',
    `1.${crypto.randomUUID()}.2`,
    `1.${'-'.repeat(36)}`,
    "1' or true --",
    `${YEAR_10000}.${crypto.randomUUID()}`,
    `${'9'.repeat(15)}.${crypto.randomUUID()}`,
  ])('a cursor that is none of ours leads nowhere: %j', async (cursor) => {
    expect(await history.page(await ownerOf({}), { ...ALL, cursor })).toBeNull();
  });

  test.each([0, YEAR_10000 - 1])('a cursor of any time that the database reads is one: %i', async (atMs) => {
    const page = await history.page(await ownerOf({}), { ...ALL, cursor: `${atMs}.${crypto.randomUUID()}` });
    expect(page?.rows).toHaveLength(atMs === 0 ? 0 : 1);
  });

  test.each<[string, string, string[]]>([
    ['a part of the title, in any case', 'HÖLLE', ['Hölle 100% wahr']],
    ['a part of the link', 'watch?v=abc', ['of a link']],
    ['a per cent sign, which stands for itself', '100%', ['Hölle 100% wahr']],
    ['an underscore, which stands for itself', 'a_b', ['a_b']],
    ['a backslash', String.raw`c:\d`, [String.raw`c:\d`]],
    ['a quote', "it's", ["it's"]],
    ['nothing that is there', 'zzz', []],
  ])('search finds %s', async (_, search, expected) => {
    const canonicalUrl = 'https://www.youtube.com/watch?v=abc';
    const named = ['Hölle 100% wahr', '100 Hunde', 'a_b', 'axb', String.raw`c:\d`, "it's"];
    const owner = await ownerOf(...named.map((title) => ({ title, canonicalUrl: null })), {
      title: 'of a link',
      canonicalUrl,
    });
    expect(await titles(owner, { search })).toEqual(expected);
  });

  test('a platform and a state are as they are told, before the sweep has been there', async () => {
    const past = new Date(Date.now() - 60_000);
    const owner = await ownerOf(
      { title: 'done', state: 'done', platform: 'youtube' },
      { title: 'expired', state: 'ready', platform: 'tiktok', expiresAt: past },
      { title: 'ready', state: 'ready', platform: 'tiktok', expiresAt: new Date(Date.now() + 60_000) },
      { title: 'lost', state: 'transferring', isKept: false, updatedAt: past, platform: 'tiktok' },
      { title: 'running', state: 'transferring', isKept: false, platform: null },
    );
    expect(await titles(owner, { platform: 'tiktok' })).toEqual(['expired', 'lost', 'ready']);
    expect(await titles(owner, { state: 'expired' })).toEqual(['expired']);
    expect(await titles(owner, { state: 'ready' })).toEqual(['ready']);
    expect(await titles(owner, { state: 'cancelled' })).toEqual(['lost']);
    expect(await titles(owner, { state: 'transferring' })).toEqual(['running']);
    expect(await titles(owner, { state: 'ready', platform: 'youtube' })).toEqual([]);
  });

  test('what has ended is forgotten, what runs is not, unless all is; nobody forgets another’s', async () => {
    const running = crypto.randomUUID();
    const owner = await ownerOf(
      { title: 'ready', state: 'ready', objectKey: 'kept/a.1', expiresAt: new Date(Date.now() + 60_000) },
      { title: 'failed', state: 'failed' },
      { title: 'running', id: running, state: 'preparing' },
    );
    const other = await ownerOf({ title: 'other' });
    expect(await history.forget(other, { id: running })).toEqual([]);
    const keys = (await history.forget(owner, 'ended')).map(({ objectKey }) => objectKey);
    expect(new Set(keys)).toEqual(new Set(['kept/a.1', null]));
    expect(await titles(owner, {})).toEqual(['running']);
    expect(await history.forget(owner, 'all')).toEqual([{ id: running, objectKey: null }]);
    expect(await titles(other, {})).toEqual(['other']);
  });
});
