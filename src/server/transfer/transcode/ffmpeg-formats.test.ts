import { expect, test } from 'vitest';
import { constantMp3, cutMp4, flac, gif, GIF_MAX_DURATION_S, remuxedMp4, variableMp3, wav } from './ffmpeg-formats.ts';
import type { SoundFormat } from './ffmpeg-recipe.ts';
import { wavHeader } from './wav-header.ts';
import { xingFrame } from './xing-frame.ts';

const stereo: SoundFormat = { sampleRate: 44_100, channels: 2, durationSamples: 44_100 };

test.each([
  ['a rate of zero', { sampleRate: 0 }],
  ['a rate that is none', { sampleRate: Number.NaN }],
  ['a rate beyond all', { sampleRate: 4e9 }],
  ['no samples', { durationSamples: 0 }],
  ['part of a sample', { durationSamples: 1.5 }],
  ['more samples than can be', { durationSamples: 2 ** 40 }],
])('%s is refused', (_, change) => {
  const sound = { ...stereo, ...change };
  const damaged = expect.objectContaining({ failure: { code: 'media_damaged' } });
  expect(() => constantMp3({ ...sound, bitrateKbps: 128 })).toThrow(damaged);
  expect(() => variableMp3(sound)).toThrow(damaged);
  expect(() => wav(sound)).toThrow(damaged);
  expect(() => flac(sound)).toThrow(damaged);
});

test.each([
  { startS: -1, durationS: 1 },
  { startS: Number.NaN, durationS: 1 },
  { startS: 0, durationS: 0 },
  { startS: 0, durationS: Number.POSITIVE_INFINITY },
])('a stretch that is none is refused: %o', (stretch) => {
  const damaged = expect.objectContaining({ failure: { code: 'media_damaged' } });
  expect(() => gif(stretch)).toThrow(damaged);
  expect(() => cutMp4(stretch)).toThrow(damaged);
});

test('promises a length only where the duration is known', () => {
  const tag = Buffer.alloc(100);
  expect(constantMp3({ ...stereo, bitrateKbps: 320, tag }).exactLength).toBe(41_796 + 100);
  expect(wav(stereo).exactLength).toBe(44 + 44_100 * 4);
  const endless = { ...stereo, durationSamples: null };
  expect(constantMp3({ ...endless, bitrateKbps: 320 })).not.toHaveProperty('exactLength');
  expect(wav(endless)).not.toHaveProperty('exactLength');
  expect(flac(stereo)).not.toHaveProperty('exactLength');
});

test('times have no exponents, and a GIF has an end', () => {
  expect(cutMp4({ startS: 1e-7, durationS: 2.5 }).args).toEqual(expect.arrayContaining(['0.000000', '2.500000']));
  expect(gif({ startS: 0, durationS: 600 }).args.join(' ')).toContain(`duration=${GIF_MAX_DURATION_S}.000000`);
});

test('takes the sound that a film has, unless none is wanted', () => {
  expect(remuxedMp4({ audioCodec: 'aac' }).args).toContain('0:a:0?');
  expect(remuxedMp4({ audioCodec: null }).args).not.toContain('0:a:0?');
});

test('unwraps AAC only', () => {
  expect(remuxedMp4({ audioCodec: 'aac' }).args).toContain('aac_adtstoasc');
  expect(remuxedMp4({ audioCodec: 'other' }).args).not.toContain('aac_adtstoasc');
});

test('the head of a WAV', () => {
  const expected = '52494646acb1020057415645666d7420100000000100020044ac000010b10200040010006461746188b10200';
  expect(wavHeader({ ...stereo, durationSamples: 44_130 }).toString('hex')).toBe(expected);
});

test('a WAV of more than 4 GB is an RF64', () => {
  const durationSamples = 2 ** 30;
  const head = wavHeader({ ...stereo, durationSamples });
  expect(head.length).toBe(80);
  expect(head.toString('latin1', 0, 4)).toBe('RF64');
  expect(head.readBigUInt64LE(20)).toBe(2n ** 32n + 72n);
  expect(head.readBigUInt64LE(28)).toBe(2n ** 32n);
  expect(wavHeader({ ...stereo, durationSamples: durationSamples - 10 }).length).toBe(44);
  expect(wavHeader({ ...stereo, durationSamples: durationSamples - 9 }).length).toBe(80);
});

test.each([
  [44_100, 2, 'fffb5000', 36, 208],
  [48_000, 1, 'fffb54c0', 21, 192],
  [32_000, 2, 'fffb5800', 36, 288],
  [22_050, 2, 'fff38000', 21, 208],
  [24_000, 1, 'fff384c0', 13, 192],
  [8_000, 1, 'ffe388c0', 13, 576],
] as const)('the first frame of a variable MP3 of %i Hz, %i channels', (sampleRate, channels, header, at, bytes) => {
  const frame = xingFrame({ sampleRate, channels, durationSamples: sampleRate });
  expect(frame.toString('hex', 0, 4)).toBe(header);
  expect(frame.toString('latin1', at, at + 4)).toBe('Xing');
  expect(frame.length).toBe(bytes);
});
