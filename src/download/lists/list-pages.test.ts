import { describe, expect, test } from 'vitest';
import { fail, ok } from '#/model/failure.ts';
import { itemOf, resolvedOf } from '../fixtures/resolved.ts';
import { type LoadedPage, loadedOf, loadPages, missingOf, readRange } from './list-pages.ts';

/** A page of entries from one place to another. */
function page(from: number, to: number, nextFrom: number | null, itemCount: number | null = null) {
  const items = Array.from({ length: to - from + 1 }, (_, n) => itemOf(from + n, []));
  return { from, resolved: resolvedOf({ kind: 'playlist', items, nextFrom, itemCount }) };
}

const shown = (pages: Parameters<typeof loadedOf>[0]) => {
  const { items, next, total } = loadedOf(pages);
  return [items.map(({ index }) => index).join(' '), next, total];
};

test('pages make one list, until the last has come', () => {
  expect(shown([page(1, 3, 4, 7)])).toEqual(['1 2 3', 4, 7]);
  expect(shown([page(1, 3, 4, 7), page(4, 6, 7, 7)])).toEqual(['1 2 3 4 5 6', 7, 7]);
  expect(shown([page(1, 3, 4), page(4, 6, 7), page(7, 7, null, 7)])).toEqual(['1 2 3 4 5 6 7', null, 7]);
});

test('what was loaded from the middle leaves a gap, which comes next', () => {
  const pages = [page(1, 3, 4), page(9, 10, null, 10)];
  expect(shown(pages)).toEqual(['1 2 3 9 10', 4, 10]);
  expect(shown([...pages, page(4, 8, 9, 10)])).toEqual(['1 2 3 4 5 6 7 8 9 10', null, 10]);
});

test('a page without entries is the end, whatever it promises', () => {
  expect(shown([page(1, 3, 4), page(4, 3, 5)])).toEqual(['1 2 3', null, null]);
});

test('of a range that is loaded which is not here', () => {
  const loaded = loadedOf([page(1, 3, 4, 12), page(7, 8, 9, 12)]);
  expect(missingOf(loaded, { from: 1, to: 3 })).toBeNull();
  expect(missingOf(loaded, { from: 2, to: 5 })).toBe(4);
  expect(missingOf(loaded, { from: 7, to: 10 })).toBe(9);
  // There are no more than twelve.
  expect(missingOf(loadedOf([page(1, 12, null, 12)]), { from: 10, to: 20 })).toBeNull();
});

describe('pages are loaded one after another', () => {
  const first = [page(1, 3, 4, 9)];

  /** A server that answers the first pages that it is asked for, and by the last of them something happens. */
  function load(answered: number, onLast = () => {}, signal?: AbortSignal) {
    const asked: number[] = [];
    const shownThen: number[] = [];
    const loading = loadPages(first, {
      nextOf: (loaded) => missingOf(loaded, { from: 1, to: 9 }),
      async read(from) {
        asked.push(from);
        if (asked.length === answered) onLast();
        return asked.length > answered ? fail('timeout') : ok(page(from, from + 1, from + 2, 9).resolved);
      },
      onPages: (pages: readonly LoadedPage[]) => shownThen.push(loadedOf(pages).items.length),
      signal,
    });
    return { loading, asked, shownThen };
  }

  test('until all are here that are wanted, each of them shown as it comes', async () => {
    const { loading, asked, shownThen } = load(9);
    expect((await loading).failure).toBeNull();
    expect([asked, shownThen]).toEqual([
      [4, 6, 8],
      [5, 7, 9],
    ]);
  });

  test('until one does not come', async () => {
    const { loading, asked } = load(1);
    expect(await loading).toMatchObject({ failure: { code: 'timeout' }, pages: [{ from: 1 }, { from: 4 }] });
    expect(asked).toEqual([4, 6]);
  });

  test('until nobody wants them any more: the one on its way is shown, and no other is asked for', async () => {
    const ending = new AbortController();
    const { loading, asked, shownThen } = load(2, () => ending.abort(), ending.signal);
    expect((await loading).failure).toBeNull();
    expect([asked, shownThen]).toEqual([
      [4, 6],
      [5, 7],
    ]);
  });
});

test.each([
  ['1', '50', { from: 1, to: 50 }],
  [' 7', '7 ', { from: 7, to: 7 }],
  ['0', '5', null],
  ['5', '4', null],
  ['', '4', null],
  ['1.5', '4', null],
  ['-1', '4', null],
  ['1', '9999999', null],
])('a range from %s to %s', (from, to, range) => {
  expect(readRange(from, to)).toEqual(range);
});
