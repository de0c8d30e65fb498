import type { Input } from '../layout/input.ts';
import type { FileLayout } from '../layout/layout.ts';
import { damaged } from '../transfer-error.ts';
import { createSampleCollector } from './fragment.ts';
import type { IndexedTrack } from './indexed-track.ts';
import { filmEndS, layOutFragmented } from './fragmented.ts';
import { type Movie, readMovie, type Track } from './movie.ts';
import { layOutPlain, type PlainTrack, plainEndS } from './plain.ts';
import { type FragmentSamples, readIndexedSamples, readWalkedSamples } from './read-fragments.ts';
import { layOutRetagged } from './retag.ts';
import { joinSamples, presentationOf, totalDuration } from './sample-table.ts';
import type { Tags } from './tags.ts';
import { createTextTrack, type Subtitles, type FilmTextTrack } from './text-track.ts';
import type { SampleProfile } from './tail-parts.ts';
import { layOutTail } from './moov-at-end.ts';
import { shiftedEdits } from './timeline.ts';
import { boxHeader } from './box.ts';

export type MergeOptions = {
  tags: Tags;
  contentType: string;
  /** BCP 47 tag of the sound. */
  language: string | null;
  /** Pictures per second as the platform says: some change within a video, and room is kept for the most. */
  framesPerSecond: number | null;
  /** What is taken: a film has both, a muted one no sound, a song no picture. */
  wanted: readonly Track['kind'][];
  /** Whether it must play while it arrives; else what players and editors everywhere understand comes first. */
  isForPlaying: boolean;
  /** Text to be shown by players that are asked to; not where it plays while it arrives, nor without a picture. */
  subtitles?: Subtitles | null;
};

/** Which of its ways a merge took. */
export type MergedLayout = FileLayout & { way: 'plain' | 'tail' | 'fragmented' | 'retagged' };

/** A track that is taken of an input. */
export type InputTrack = { input: number; movie: Movie; track: Track; language: string | null };

/**
 * One MP4 from one or two: the picture of the first and the sound of the second, or all of one. Throws TransferError: drm,
 * media_damaged, and those of reading.
 */
export async function mergeMp4(inputs: readonly Input[], options: MergeOptions): Promise<MergedLayout> {
  const movies = await Promise.all(inputs.map((input) => readMovie(input)));
  const parts = chooseTracks(movies, options);
  const { tags, contentType } = options;
  const textUntil = textOf(parts, options);
  const [only] = movies;
  if (!textUntil && only && movies.length === 1 && !only.isFragmented && parts.length === only.tracks.length) {
    return { ...layOutRetagged(only, tags, contentType), way: 'retagged' };
  }
  const indexed = parts.flatMap(({ input, movie, track, language }): IndexedTrack[] =>
    movie.index && movie.tracks.length === 1 && !track.samples && tellsTime(movie.index)
      ? [{ input, track, index: movie.index, language }]
      : [],
  );
  if (indexed.length < parts.length) {
    const tracks = await readAll(parts, inputs);
    return { ...layOutPlain(tracks, tags, contentType, textUntil?.(plainEndS(tracks))), way: 'plain' };
  }
  if (options.isForPlaying) return { ...layOutFragmented(indexed, tags, contentType), way: 'fragmented' };
  const profiles = await Promise.all(indexed.map((track) => profileOf(track, inputs, options.framesPerSecond)));
  const text = textUntil?.(filmEndS(indexed));
  return { ...layOutTail(indexed, inputs, profiles, tags, contentType, text), way: 'tail' };
}

/** How subtitles become a track, once it is known when the film ends; null: none are wanted. */
function textOf(
  parts: readonly InputTrack[],
  { subtitles, isForPlaying }: MergeOptions,
): ((endS: number) => FilmTextTrack | null) | null {
  const picture = parts.find(({ track }) => track.kind === 'video')?.track;
  return subtitles && picture && !isForPlaying ? (endS) => createTextTrack(subtitles, picture, endS) : null;
}

/** Fragments last seconds. An index that says otherwise still knows where they are, and the fragments themselves know when. */
const LONGEST_FRAGMENT_S = 900;

export function tellsTime({ timescale, subsegments }: IndexedTrack['index']): boolean {
  return subsegments.every(({ duration }) => duration / timescale <= LONGEST_FRAGMENT_S);
}

/** Of one input one track of each kind; of two the first's picture and the second's sound. */
export function chooseTracks(movies: readonly Movie[], { wanted, language }: MergeOptions): InputTrack[] {
  const parts = wanted.flatMap((kind): InputTrack[] => {
    const input = kind === 'audio' ? movies.length - 1 : 0;
    const movie = movies[input];
    const track = movie?.tracks.find((candidate) => candidate.kind === kind);
    return movie && track ? [{ input, movie, track, language: kind === 'audio' ? language : null }] : [];
  });
  if (parts.length < wanted.length) throw damaged('no picture or no sound where one should be');
  return parts;
}

/** All samples of each part, times from the earliest on. */
async function readAll(parts: readonly InputTrack[], inputs: readonly Input[]): Promise<PlainTrack[]> {
  const read = await Promise.all(parts.map((part) => samplesOf(part, inputs)));
  const originS = Math.min(...read.map(({ startTime }, place) => startTime / (parts[place]?.track.timescale ?? 1)));
  return parts.map(({ input, track, language }, place) => {
    const { samples, startTime } = read[place] as FragmentSamples;
    if (samples.count === 0) throw damaged('a track without samples');
    return {
      input,
      track,
      samples,
      language,
      edits: shiftedEdits(track, startTime, presentationOf(samples), originS),
    };
  });
}

/** All samples of a part: of plain files they are in the head, of fragmented ones each fragment is asked. */
export async function samplesOf(
  { input, movie, track }: InputTrack,
  inputs: readonly Input[],
): Promise<FragmentSamples> {
  const from = inputs[input] as Input;
  if (track.samples && !movie.isFragmented) return { samples: track.samples, startTime: 0, isTimed: true };
  const fragments = await (movie.index && !track.samples
    ? readIndexedSamples(from, track, movie.index.subsegments)
    : readWalkedSamples(from, movie, track));
  // Some writers put the first second into the movie's own tables.
  return track.samples
    ? { ...fragments, samples: joinSamples(track.samples, fragments.samples), startTime: 0 }
    : fragments;
}

/** A first fragment of fewer samples says too little of how dense they are. */
const MIN_SAMPLES = 8;
/** Above all sound and pictures: a timescale's smallest step is not a rate. */
const MAX_SAMPLES_PER_SECOND = 1_000;

/** How dense a track's samples are, by its first fragment: that lies in the head which is already there. */
async function profileOf(
  { input, track, index }: IndexedTrack,
  inputs: readonly Input[],
  framesPerSecond: number | null,
): Promise<SampleProfile> {
  const [first] = index.subsegments;
  const from = inputs[input];
  if (!first || !from) throw damaged('an index of nothing');
  const head = boxHeader(await from.read(first.offset, Math.min(first.length, 16)), 0, first.length);
  let samples =
    head?.type === 'moof' && head.size <= first.length
      ? collect(await from.read(first.offset, head.size), first.offset, track)
      : null;
  if (!samples || samples.count < MIN_SAMPLES) {
    samples = (await readIndexedSamples(from, track, index.subsegments.slice(0, MIN_SAMPLES))).samples;
  }
  const { durations, count } = samples;
  const durationS = totalDuration(samples) / track.timescale;
  const perSecond = durationS > 0 ? Math.min(count / durationS, MAX_SAMPLES_PER_SECOND) : MAX_SAMPLES_PER_SECOND;
  return {
    perSecond: Math.max(perSecond, track.kind === 'video' ? (framesPerSecond ?? 0) : 0),
    hasEqualDurations: durations.subarray(0, -1).every((duration) => duration === durations[0]),
  };
}

function collect(moof: Buffer, offset: number, track: Track) {
  if (!track.defaults) throw damaged('fragments without defaults');
  const collector = createSampleCollector(track.id, track.defaults);
  collector.add(moof, offset);
  return collector.finish();
}
