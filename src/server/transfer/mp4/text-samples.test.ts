import { describe, expect, test } from 'vitest';
import { type SubtitleCue, textSamples } from './text-samples.ts';

/** What a track says: each sample's time in milliseconds and its text, as a player reads them. */
function said(cues: readonly SubtitleCue[], filmEndS = 100): [fromMs: number, toMs: number, text: string][] {
  const samples = textSamples(cues, filmEndS);
  if (!samples) return [];
  const { bytes, table } = samples;
  let at = 0;
  let time = 0;
  const rows = Array.from(table.sizes, (size, sample): [number, number, string] => {
    const text = bytes.toString('utf8', at + 2, at + size);
    expect(table.offsets[sample]).toBe(at);
    expect(bytes.readUInt16BE(at)).toBe(size - 2);
    at += size;
    const from = time;
    time += table.durations[sample] ?? 0;
    return [from, time, text];
  });
  expect(at).toBe(bytes.length);
  return rows;
}

const cue = (startS: number, endS: number, text: string): SubtitleCue => ({ startS, endS, text });

test('cues follow each other, with nothing where nothing is said', () => {
  expect(said([cue(1, 2.5, 'one'), cue(2.5, 3, 'two\nlines'), cue(4.0004, 5.0006, 'Üñï 日本語 🎬')])).toEqual([
    [0, 1000, ''],
    [1000, 2500, 'one'],
    [2500, 3000, 'two\nlines'],
    [3000, 4000, ''],
    [4000, 5001, 'Üñï 日本語 🎬'],
  ]);
});

test('a cue at the very beginning has nothing before it', () => {
  expect(said([cue(0, 1, 'now')])).toEqual([[0, 1000, 'now']]);
});

test('cues at the same time are lines of one, the earlier above', () => {
  expect(said([cue(2, 4, 'later'), cue(1, 3, 'earlier'), cue(2, 4, 'last')])).toEqual([
    [0, 1000, ''],
    [1000, 2000, 'earlier'],
    [2000, 3000, 'earlier\nlater\nlast'],
    [3000, 4000, 'later\nlast'],
  ]);
});

test('what lies behind the end of the film is left out', () => {
  expect(said([cue(1, 9, 'over the end'), cue(4, 5, 'behind')], 3.5)).toEqual([
    [0, 1000, ''],
    [1000, 3500, 'over the end'],
  ]);
});

test.each([
  ['none', []],
  ['of no time', [cue(1, 1, 'a'), cue(3, 2, 'b')]],
  ['of no number', [cue(NaN, 2, 'a'), cue(1, NaN, 'b')]],
  ['of no text', [cue(1, 2, ' \n\u0000')]],
  ['behind the end', [cue(101, 102, 'a')]],
])('cues %s make no track', (_, cues) => {
  expect(textSamples(cues, 100)).toBeNull();
});

test('control characters, which end texts for some players, are left out', () => {
  expect(said([cue(0, 1, 'a\u0000b\u0007\nc\u0085')])).toEqual([[0, 1000, 'ab\nc']]);
});

describe('hostile input', () => {
  test('a text without end is cut between characters', () => {
    const [row] = said([cue(0, 1, '語'.repeat(100_000))]);
    expect(row?.[2]).toBe('語'.repeat(1365));
  });

  test('of cues without number at one time, some are shown', () => {
    const [row, ...others] = said(Array.from({ length: 50_000 }, (_, place) => cue(0, 1, `${place}`)));
    expect(row?.[2]).toBe('0\n1\n2\n3\n4\n5\n6\n7');
    expect(others).toEqual([]);
  });

  test('cues upon cues that would fill a film are refused', () => {
    const below = cue(0, 100, 'x'.repeat(4000));
    const above = Array.from({ length: 10_000 }, (_, place) => cue(place / 100, (place + 0.5) / 100, 'y'));
    expect(() => textSamples([below, ...above], 100)).toThrow('media_damaged');
  });

  test('halves of characters become what stands for them', () => {
    expect(said([cue(0, 1, 'a\ud800')])).toEqual([[0, 1000, 'a\ufffd']]);
  });
});
