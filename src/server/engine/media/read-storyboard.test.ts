import { describe, expect, test } from 'vitest';
import { chooseStoryboard } from './read-storyboard.ts';
import type { ExtractorStoryboard } from '../worker/info.ts';

/** As YouTube has it for a minute of film: pictures in three sizes. */
function board(own: Partial<ExtractorStoryboard> = {}): ExtractorStoryboard {
  const fragments = [0, 1, 2].map((sheet) => ({ url: `https://i.ytimg.com/sb/x/M${sheet}.webp?sigh=a`, duration: 20 }));
  return { width: 160, height: 90, rows: 2, columns: 5, fps: 0.5, fragments, http_headers: { A: 'b' }, ...own };
}
const SIZES = [board({ width: 320, height: 180 }), board(), board({ width: 80, height: 45 }), board({ width: 48 })];

test('of several sizes it is the one that a player shows; its sheets follow each other', () => {
  const { storyboard, sources } = chooseStoryboard(SIZES, {}) ?? {};
  expect(storyboard).toMatchObject({ widthPx: 160, heightPx: 90, columns: 5, rows: 2, intervalS: 2 });
  expect(storyboard?.sheets.map(({ startS, endS }) => [startS, endS])).toEqual([
    [0, 20],
    [20, 40],
    [40, 60],
  ]);
  expect(storyboard?.sheets[1]?.format).toMatchObject({ id: 'storyboard.1', kind: 'image', container: 'webp' });
  expect(sources?.get('storyboard.1')).toMatchObject({
    url: 'https://i.ytimg.com/sb/x/M1.webp?sigh=a',
    headers: { A: 'b' },
  });
});

test('where all are larger it is the smallest', () => {
  const large = [board({ width: 320 }), board({ width: 240 })];
  expect(chooseStoryboard(large, {})?.storyboard.widthPx).toBe(240);
});

describe('what cannot be shown is no storyboard', () => {
  test.each<[string, Partial<ExtractorStoryboard>]>([
    ['no sheets', { fragments: [] }],
    [
      'too many sheets',
      { fragments: Array.from({ length: 501 }, () => ({ url: 'https://i.ytimg.com/x', duration: 1 })) },
    ],
    ['no columns', { columns: 0 }],
    ['columns beyond sense', { columns: 1e6 }],
    ['half a row', { rows: 1.5 }],
    ['no pictures a second', { fps: 0 }],
    ['sheets of no time', { fragments: [{ url: 'https://i.ytimg.com/x', duration: -1 }] }],
  ])('%s', (_, own) => expect(chooseStoryboard([board(own)], {})).toBeUndefined());
});
