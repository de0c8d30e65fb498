import { damaged } from '../transfer-error.ts';

/** How one kind of file is made by ffmpeg. */
export type FfmpegRecipe = {
  /** For `Ffmpeg.run`: from `pipe:0` to `pipe:1`. */
  args: readonly string[];
  contentType: string;
  /** File name extension, without the dot. */
  container: string;
  /** Bytes of the file that come before what ffmpeg writes. */
  head: Buffer;
  /** Bytes of the whole file with its head; missing where only its end will tell. */
  exactLength?: number;
};

/** A sound as it is to be written; ffmpeg brings whatever it finds to this rate and number of channels. */
export type SoundFormat = {
  /** Hz. */
  sampleRate: number;
  channels: 1 | 2;
  /** Samples per channel at `sampleRate`. Where it is known the file gets exactly so many: silence is added, or the rest left out. */
  durationSamples: number | null;
  /**
   * Where it begins by the input's own clock, in seconds: what lies before is decoded, since a codec needs it, and left out to the
   * sample. Missing: with the first sample there is.
   */
  startS?: number;
};

const FIRST_SOUND = ['-map', '0:a:0', '-map_metadata', '-1', '-map_chapters', '-1'];

const MAX_SAMPLE_RATE = 655_350;
/** What FLAC can count (RFC 9639, section 8.2): over eight days at its highest rate. */
const MAX_SAMPLES = 2 ** 36 - 1;

/** ffmpeg's arguments from the input to the samples. Throws TransferError where no file can be made of them. */
export function soundArguments(sound: SoundFormat, outputRate = sound.sampleRate): string[] {
  const { sampleRate, channels, durationSamples, startS } = sound;
  if (!isWithin(sampleRate, MAX_SAMPLE_RATE)) throw damaged(`a sound of ${sampleRate} Hz`);
  const isCut = startS !== undefined;
  const filters = [
    ...(isCut ? [`atrim=start=${startS.toFixed(6)}`, 'asetpts=PTS-STARTPTS'] : []),
    `aresample=${outputRate}`,
  ];
  if (durationSamples !== null) {
    if (!isWithin(durationSamples, MAX_SAMPLES)) throw damaged(`a sound of ${durationSamples} samples`);
    // What the container promises and what the decoder finds differ by some hundred samples: priming, a last frame that is not cut.
    const samples = samplesAt(outputRate, sampleRate, durationSamples);
    filters.push(`apad=whole_len=${samples}`, `atrim=end_sample=${samples}`);
  }
  // Else ffmpeg counts from the first packet on, and not from where the file says that it begins.
  const input = [...(isCut ? ['-copyts'] : []), '-i', 'pipe:0', ...FIRST_SOUND];
  return [...input, '-af', filters.join(), '-ac', String(channels)];
}

/** How many samples remain of a sound at another rate, the last one begun included. */
export function samplesAt(outputRate: number, sampleRate: number, samples: number): number {
  return Math.ceil((samples * outputRate) / sampleRate);
}

function isWithin(value: number, max: number): boolean {
  return Number.isInteger(value) && value > 0 && value <= max;
}
