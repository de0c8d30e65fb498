import { describe, expect, test } from 'vitest';
import { mp3Frames, mp3Length, mp3SampleRate, type Mp3BitrateKbps } from './mp3.ts';

/** What ffmpeg 5.1.9 with libmp3lame 3.100 wrote: rate, kbit/s, samples, bytes. */
const MEASURED: [number, Mp3BitrateKbps, number, number][] = [
  [44100, 128, 1, 835],
  [44100, 128, 1152, 835],
  [44100, 128, 1153, 1253],
  [44100, 128, 4277700, 1552718],
  [44100, 192, 1368100, 745430],
  [44100, 320, 44100, 41796],
  [44100, 320, 4277700, 3881796],
  [48000, 128, 48000, 16512],
  [48000, 192, 144017, 73152],
  [48000, 320, 4656000, 3881280],
  [32000, 128, 993000, 497088],
  [32000, 320, 1151, 2880],
  [24000, 128, 2328000, 1552896],
  [24000, 320, 575, 1440],
  [22050, 128, 22050, 17136],
  [22050, 192, 577, 2090],
  [22050, 320, 684550, 622237],
  [16000, 192, 48017, 61920],
  [12000, 128, 1164000, 776832],
  [11025, 320, 342775, 249939],
  [8000, 192, 1, 1728],
];

test.each(MEASURED)('%i Hz, %i kbit/s, %i samples are %i bytes', (sampleRate, bitrateKbps, durationSamples, bytes) => {
  expect(mp3Length({ sampleRate, bitrateKbps, durationSamples })).toBe(bytes);
});

describe('rates', () => {
  test.each([
    [44_100, 44_100],
    [22_050, 22_050],
    [8_000, 8_000],
    [88_200, 44_100],
    [37_800, 44_100],
    [7_350, 44_100],
    [96_000, 48_000],
    [64_000, 48_000],
  ])('%i Hz becomes %i Hz', (from, to) => {
    expect(mp3SampleRate(from)).toBe(to);
  });

  test('a sound that is resampled is as long as what it becomes', () => {
    const ofHalf = mp3Length({ sampleRate: 48_000, bitrateKbps: 192, durationSamples: 50_001 });
    expect(mp3Length({ sampleRate: 96_000, bitrateKbps: 192, durationSamples: 100_001 })).toBe(ofHalf);
  });
});

test('frames: one more than the sound fills, two more of the short ones', () => {
  expect(mp3Frames({ sampleRate: 44_100, durationSamples: 1152 })).toBe(2);
  expect(mp3Frames({ sampleRate: 44_100, durationSamples: 1153 })).toBe(3);
  expect(mp3Frames({ sampleRate: 24_000, durationSamples: 576 })).toBe(3);
  expect(mp3Frames({ sampleRate: 24_000, durationSamples: 577 })).toBe(4);
});
