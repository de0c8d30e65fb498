import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ExtractorInfo } from './info.ts';

/** So many of one thing, which count how often one of them is asked whether it has its first field: once or twice each. */
function watched(many: number, fields: object) {
  const seen = { count: 0 };
  const one = new Proxy(fields, {
    has: (target, key) => {
      if (key === Object.keys(fields)[0]) seen.count++;
      return key in target;
    },
  });
  return { seen, list: Array.from({ length: many }, () => one) };
}

const url = 'https://h.example/a';

describe('of a list that has no end only as many are looked at as there can be', () => {
  test.each([
    ['formats', { format_id: '18', url }, 1200],
    ['entries', { _type: 'url', id: 'a' }, 1000],
    ['chapters', { title: 'a', start_time: 0, end_time: 1 }, 1000],
    ['post_media', { type: 'photo', id: '1', url }, 1000],
    ['thumbnails', { url }, 50],
    ['storyboards', { width: 1, height: 1, fps: 1, rows: 1, columns: 1, fragments: [] }, 50],
  ] as const)('%s', (name, fields, most) => {
    const { seen, list } = watched(300_000, fields);
    const info = v.parse(ExtractorInfo, { [name]: list });
    expect(info[name]).toHaveLength(most);
    expect(seen.count).toBeLessThanOrEqual(2 * most);
  });

  test('sheets of a storyboard', () => {
    const { seen, list } = watched(300_000, { url, duration: 1 });
    const [board] = v.parse(ExtractorInfo, {
      storyboards: [{ width: 1, height: 1, fps: 1, rows: 1, columns: 1, fragments: list }],
    }).storyboards;
    expect(board?.fragments).toHaveLength(5000);
    expect(seen.count).toBeLessThanOrEqual(2 * 5000);
  });

  test('languages of texts', () => {
    const tracks = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`x-${n}`, [{ ext: 'vtt', url }]]));
    const { subtitles, automatic_captions } = v.parse(ExtractorInfo, { subtitles: tracks, automatic_captions: tracks });
    expect(Object.keys(subtitles ?? {})).toHaveLength(400);
    expect(Object.keys(automatic_captions ?? {})[399]).toBe('x-399');
  });
});

test('a long text is cut, and the longest post that a platform takes is whole', () => {
  const { title, description } = v.parse(ExtractorInfo, {
    title: 'a'.repeat(63_206),
    description: 'a\n'.repeat(1_000_000),
  });
  expect(title).toHaveLength(63_206);
  expect(description).toHaveLength(100_000);
});

test.each([[7], ['text'], [null], [{}]])('lists and tracks that are %j are empty', (nonsense) => {
  const told = { formats: nonsense, entries: nonsense, chapters: nonsense, subtitles: nonsense };
  const { formats, entries, chapters, subtitles } = v.parse(ExtractorInfo, told);
  expect([formats, entries, chapters]).toEqual([[], [], []]);
  expect(subtitles).toEqual({});
});

test.each([253_402_300_800, -62_135_596_801, 8.64e12, 1e300, Infinity])(
  'what starts at a time that no database knows starts at none: %d s',
  (seconds) => {
    expect(v.parse(ExtractorInfo, { release_timestamp: seconds, timestamp: seconds })).toMatchObject({
      release_timestamp: undefined,
      timestamp: undefined,
    });
    const last = v.parse(ExtractorInfo, { release_timestamp: 253_402_300_799 });
    expect(last.release_timestamp).toBe(253_402_300_799);
  },
);
