import { samplesAt, soundArguments, type SoundFormat } from './ffmpeg-recipe.ts';

export type Mp3BitrateKbps = 128 | 192 | 320;

/** Rates an MP3 can have, which libmp3lame takes as they are (ISO/IEC 11172-3, 2.4.2.3; 13818-3, 2.4.2.3; MPEG 2.5). */
const RATES = new Set([8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]);
const LOWEST_MPEG1_RATE = 32_000;
const LOWEST_MPEG2_RATE = 16_000;
/** Samples by which LAME's output is longer than its input at least: 576 of the encoder's delay, 576 at the end (lame.c, ENCDELAY). */
const LAME_DELAY_SAMPLES = 1152;

/** The rate an MP3 of a sound gets: its own where the format has it, else the nearest relative among 44 100 and 48 000. */
export function mp3SampleRate(sampleRate: number): number {
  if (RATES.has(sampleRate)) return sampleRate;
  return sampleRate % 8_000 === 0 ? 48_000 : 44_100;
}

/** Samples of a frame: MPEG 1 has two granules of 576, MPEG 2 and 2.5 have one. */
function samplesPerFrame(outputRate: number): number {
  return outputRate >= LOWEST_MPEG1_RATE ? 1152 : 576;
}

/** LAME lowers what the version of the format does not have: at most 160 kbit/s in MPEG 2, 64 in what it writes of MPEG 2.5. */
function usedBitrateKbps(outputRate: number, bitrateKbps: number): number {
  if (outputRate >= LOWEST_MPEG1_RATE) return bitrateKbps;
  return Math.min(bitrateKbps, outputRate >= LOWEST_MPEG2_RATE ? 160 : 64);
}

/** Frames that libmp3lame makes of a sound, constant bitrate or not: ceil(samples / 1152) + 1 in MPEG 1, ceil(samples / 576) + 2 below. */
export function mp3Frames({ durationSamples, sampleRate }: { durationSamples: number; sampleRate: number }): number {
  const outputRate = mp3SampleRate(sampleRate);
  const samples = samplesAt(outputRate, sampleRate, durationSamples) + LAME_DELAY_SAMPLES;
  return Math.ceil(samples / samplesPerFrame(outputRate));
}

/**
 * Bytes that ffmpeg writes with `mp3Arguments` and a known duration.
 *
 * A frame has `72 or 144 × bitrate / rate` bytes rounded down, plus one where the fraction that was left out adds up. LAME leaves the
 * first frame unpadded and then pads as soon as anything is owed (encoder.c: `slot_lag` begins at one fraction and never goes below
 * zero), so of n frames ceil((n − 1) × fraction) have the byte. Rounding the whole down, floor(n × bytes), is one byte short now and
 * then: 320 kbit/s at 44 100 Hz for one second are 41 796 bytes, not 41 795.
 *
 * Measured with ffmpeg 5.1.9 and libmp3lame 3.100: 648 files, all nine rates × 128, 192 and 320 kbit/s × mono and stereo × 12
 * durations from one sample to 97 s. Channels, sound and bit reservoir change nothing.
 */
export function mp3Length({
  durationSamples,
  sampleRate,
  bitrateKbps,
}: {
  durationSamples: number;
  sampleRate: number;
  bitrateKbps: Mp3BitrateKbps;
}): number {
  const rate = mp3SampleRate(sampleRate);
  const frames = mp3Frames({ durationSamples, sampleRate });
  // Bytes of a frame are this over the rate.
  const product = (samplesPerFrame(rate) / 8) * usedBitrateKbps(rate, bitrateKbps) * 1000;
  return frames * Math.floor(product / rate) + Math.ceil(((frames - 1) * (product % rate)) / rate);
}

/** ffmpeg's arguments for frames of a constant bitrate and nothing else: no ID3, no Xing frame. */
export function mp3Arguments({ bitrateKbps, ...sound }: SoundFormat & { bitrateKbps: Mp3BitrateKbps }): string[] {
  return [...encoder(sound), '-b:a', `${bitrateKbps}k`, ...PLAIN_FRAMES];
}

/** The same with LAME's quality 2, about 190 kbit/s on average. */
export function variableMp3Arguments(sound: SoundFormat): string[] {
  return [...encoder(sound), '-q:a', '2', ...PLAIN_FRAMES];
}

const PLAIN_FRAMES = ['-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3', 'pipe:1'];

function encoder(sound: SoundFormat): string[] {
  return [...soundArguments(sound, mp3SampleRate(sound.sampleRate)), '-c:a', 'libmp3lame'];
}
