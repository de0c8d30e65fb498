import type { Input } from './layout/input.ts';
import { readMovie, type Track } from './mp4/movie.ts';
import { totalDuration } from './mp4/sample-table.ts';
import { completeEdits, readEdits, shownDurationS } from './mp4/write-movie.ts';
import type { SoundFormat } from './transcode/ffmpeg-recipe.ts';
import { damaged } from './transfer-error.ts';
import { readWebmHead } from './webm/head.ts';

const OPUS_RATE = 48_000;
/** Fields of an audio sample entry (ISO/IEC 14496-12, section 12.2.3), from the beginning of `stsd`. */
const CHANNELS_AT = 40;
const RATE_AT = 48;

/** What of a file's sound decides how long a conversion of it is. */
export async function readSound(input: Input, isWebm: boolean): Promise<SoundFormat> {
  if (isWebm) {
    const { duration, timestampScale } = await readWebmHead(input);
    const durationS = (duration * timestampScale) / 1e9;
    return { sampleRate: OPUS_RATE, channels: 2, durationSamples: samplesOf(durationS, OPUS_RATE) };
  }
  const movie = await readMovie(input);
  const track = movie.tracks.find(({ kind }) => kind === 'audio');
  const description = track?.tables.get('stsd');
  if (!track || !description || description.length < RATE_AT + 4) throw damaged('no sound');
  // 16.16 fixed point; what does not fit into it is told elsewhere, and the media's own clock is the rate as a rule.
  const sampleRate = description.readUInt16BE(RATE_AT) || track.timescale;
  const duration = movie.index
    ? (movie.index.subsegments.reduce((sum, subsegment) => sum + subsegment.duration, 0) * track.timescale) /
      movie.index.timescale
    : durationOf(track);
  const durationS = shownDurationS(
    completeEdits(readEdits(track), duration, track.timescale),
    duration,
    track.timescale,
  );
  return {
    sampleRate,
    channels: description.readUInt16BE(CHANNELS_AT) === 1 ? 1 : 2,
    durationSamples: samplesOf(durationS, sampleRate),
  };
}

function durationOf({ samples, mediaDuration }: Track): number {
  return samples ? totalDuration(samples) : mediaDuration;
}

/** null where the file does not tell. */
function samplesOf(durationS: number, sampleRate: number): number | null {
  const samples = Math.round(durationS * sampleRate);
  return Number.isSafeInteger(samples) && samples > 0 ? samples : null;
}
