import { describe, expect, test } from 'vitest';
import { clipOf, clippable, readClip } from './clip.ts';
import { formatClock, parseClock } from './clock.ts';
import { formatOf, soundOf } from '../fixtures/resolved.ts';
import { frameName } from './save-frame.ts';

describe('a time that is typed', () => {
  test.each([
    ['1:23.5', 83.5],
    ['83', 83],
    ['83,5', 83.5],
    [' 0:07 ', 7],
    ['1:02:03.25', 3723.25],
    ['90:00', 5400],
    ['12.', 12],
    ['１：２３．５', 83.5],
    ['0', 0],
    ['1:60', null],
    ['1:75:00', null],
    ['-5', null],
    ['1e3', null],
    ['1:2:3:4', null],
    [':30', null],
    ['', null],
    ['a minute', null],
    [`${'9'.repeat(400)}`, null],
  ])('%j is %j', (text, seconds) => {
    expect(parseClock(text)).toBe(seconds);
  });

  test.each([
    [10, '0:10.0'],
    [83.5, '1:23.5'],
    [83.25, '1:23.25'],
    [59.999, '1:00.0'],
    [3723.04, '1:02:03.04'],
  ])('%j is shown as %j, which is read as the same', (seconds, text) => {
    expect(formatClock(seconds)).toBe(text);
    expect(formatClock(parseClock(text) ?? -1)).toBe(text);
  });
});

describe('the two ends of a clip', () => {
  const problems = (start: string, end: string, durationS: number | null = 187) => {
    const reading = readClip(start, end, durationS);
    return [reading.start.problem, reading.end.problem, reading.clip];
  };

  test('make a clip when both are there and in order', () => {
    expect(problems('0:10', '40.5')).toEqual([null, null, { startS: 10, endS: 40.5 }]);
    expect(problems('0:10', '')).toEqual([null, null, null]);
    expect(problems('', '')).toEqual([null, null, null]);
  });

  test('are refused when they cannot be read, are past the end, or are in the wrong order', () => {
    expect(problems('x', '40')).toEqual(['unreadable', null, null]);
    expect(problems('10', '5:00')).toEqual([null, 'past_end', null]);
    expect(problems('40', '10')).toEqual([null, 'not_after_start', null]);
    expect(problems('40', '40')).toEqual([null, 'not_after_start', null]);
  });

  test('may be a little past a duration that was rounded, and anywhere where none is known', () => {
    expect(problems('10', '187.6')[2]).toEqual({ startS: 10, endS: 187.6 });
    expect(problems('10', '9:00', null)[2]).toEqual({ startS: 10, endS: 540 });
  });
});

test('a clip is a download of its own: what is asked for, and what it says', () => {
  const clip = { startS: 10, endS: 40.25 };
  expect(clipOf(formatOf(), clip, { sizeBytes: 3_100_000 })).toEqual({
    formatId: '18',
    summary: '0:10.0 – 0:40.25 · MP4 · 720p · 3.1 MB',
    query: { start: '10', end: '40.25' },
  });
  // The size of the whole is not that of a part.
  expect(clipOf(formatOf(), clip, { isExact: true })).toEqual({
    formatId: '18',
    summary: '0:10.0 – 0:40.25 · MP4 · 720p',
    query: { start: '10', end: '40.25', precise: '1' },
  });
});

test('parts are taken of films and sounds as they are, not of pictures, texts and conversions', () => {
  const formats = [
    formatOf(),
    soundOf(),
    formatOf({ id: '136', kind: 'video' }),
    soundOf({ id: 'mp3-320', container: 'mp3', delivery: 'transcode' }),
    formatOf({ id: 'gif', kind: 'image', container: 'gif', delivery: 'transcode' }),
    formatOf({ id: 'thumb', kind: 'image', container: 'jpg' }),
    formatOf({ id: 'en.vtt', kind: 'subtitles', container: 'vtt' }),
  ];
  expect(clippable(formats).map(({ id }) => id)).toEqual(['18', '140', '136']);
});

test('a picture of a video is named by its time, without what file systems refuse', () => {
  expect(frameName('Who? A/B: "yes"', 83.5)).toBe('Who A B yes 1-23.5.png');
  expect(frameName('🎬'.repeat(200), 1)).toBe(`${'🎬'.repeat(80)} 0-01.0.png`);
});
