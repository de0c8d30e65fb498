import type { Input } from '../layout/input.ts';
import type { FileLayout } from '../layout/layout.ts';
import { TransferError } from '../transfer-error.ts';
import { chooseTracks, type MergeOptions } from './merge.ts';
import { readMovie } from './movie.ts';
import { layOutPlain, type PlainTrack } from './plain.ts';
import { openSampleReader, type OpenedTrack } from './sample-reader.ts';
import { editsOf, mediaTimeAt, rangesWithin, type ShownEdit, shownAt, shownEditsOf } from './edit-list.ts';
import { chaptersWithin } from './tags.ts';
import { findSync, type TakenSamples, takeSamples } from './take-samples.ts';
import { shiftedEdits } from './timeline.ts';

/** A stretch of time, in seconds of the presentation that mergeMp4 would make of the whole. */
export type Cut = { startS: number; endS: number };

/** What of a track is shown when is found out by its samples. */
const ALL_OF_IT = { mediaStart: 0, mediaEnd: Infinity };

/** A track with what the whole shows of it. */
type Timed = OpenedTrack & { shown: ShownEdit[] };

/** What of a track is in the clip, and until when it lasts. */
type Portion = Timed & { taken: TakenSamples; untilS: number };

/**
 * A part of one or two MP4s as an ordinary one of its own that begins at 0, without transcoding, and where the cut really falls: the
 * picture begins with the last sync sample at or before the start – or, where it has not begun by then, when it does –, and ends behind the last picture before the end, or the last that
 * one needs. Sound is kept where the picture is, to the packet, the rest of the packets being hidden by an edit list; behind the
 * picture's very end, until the cut's. Of sound alone the packets are those that the stretch touches. Of an input with an index only
 * the fragments are read that are needed. Throws TransferError: invalid_request where nothing is to be shown between start and end,
 * and those of mergeMp4.
 */
export async function clipMp4(
  inputs: readonly Input[],
  cut: Cut,
  options: MergeOptions,
): Promise<{ layout: FileLayout } & Cut> {
  // An end without a number is as good as none: nothing is before it.
  if (!(Math.max(0, cut.startS) < cut.endS)) throw new TransferError('invalid_request');
  const movies = await Promise.all(inputs.map((input) => readMovie(input)));
  const [leading, ...others] = await openAll(inputs, chooseTracks(movies, options));
  if (!leading) throw new TransferError('invalid_request');
  const wanted = { startS: Math.max(0, cut.startS), endS: cut.endS };
  const led = await lead(leading, wanted, others.length > 0);
  const [sound] = others;
  const first = led ?? (sound && (await lead(sound, wanted, false)));
  if (!first) throw new TransferError('invalid_request');
  const { startS, portion } = first;
  const endS = portion.taken.isEnd ? cut.endS : portion.untilS;
  const followed = led ? await Promise.all(others.map((other) => follow(other, { startS, endS }))) : [];
  const portions = [portion, ...followed.filter((one) => one !== null)];
  const real = { startS, endS: Math.max(...portions.map(({ untilS }) => untilS)) };
  if (!(real.endS > Math.max(0, cut.startS))) throw new TransferError('invalid_request');
  const tags = { ...options.tags, chapters: chaptersWithin(options.tags.chapters, real) };
  const tracks = portions.map((one) => written(one, startS));
  return { layout: layOutPlain(tracks, tags, options.contentType), ...real };
}

/** Times of all tracks from the earliest on, as in a merge of the whole. */
async function openAll(inputs: readonly Input[], parts: ReturnType<typeof chooseTracks>): Promise<Timed[]> {
  const opened = await Promise.all(parts.map((part) => openSampleReader(part, inputs)));
  const originS = Math.min(...opened.map(({ part, startTime }) => startTime / part.track.timescale));
  return opened.map((openedTrack) => {
    const edits = shiftedEdits(openedTrack.part.track, openedTrack.startTime, ALL_OF_IT, originS);
    return { ...openedTrack, shown: shownEditsOf(edits) };
  });
}

/** The track that decides where the cut falls. null: it begins behind the cut, and there is sound beside it. */
async function lead(
  timed: Timed,
  { startS, endS }: Cut,
  hasSound: boolean,
): Promise<{ startS: number; portion: Portion } | null> {
  const { shown, reader, part } = timed;
  const { timescale } = part.track;
  const edit = shownAt(shown, startS, timescale);
  if (!edit) throw new TransferError('invalid_request');
  const wanted = mediaTimeAt(edit, Math.min(Math.max(startS, edit.fromS), edit.toS), timescale);
  await reader.aim(wanted, mediaTimeAt(edit, endS, timescale));
  const sync = await findSync(reader, wanted);
  if (sync === null) throw new TransferError('invalid_request');
  const syncS = edit.fromS + Math.max(0, sync - edit.mediaTime) / timescale;
  // Before the picture begins there is sound: it is kept, and the picture comes when it does.
  const isLater = hasSound && syncS - startS > 1 / timescale;
  if (isLater && endS <= syncS) return null;
  const realStartS = isLater ? startS : syncS;
  const ranges = rangesWithin(shown, realStartS, endS, timescale);
  const last = ranges.at(-1);
  const taken = last && (await takeSamples(reader, Math.min(...ranges.map(({ from }) => from)), furthest(ranges)));
  if (!last || !taken) throw new TransferError('invalid_request');
  const lastEdit = shownAt(shown, last.atS, timescale) ?? edit;
  // Of edits that go back in the media, the last may end before what others need.
  const end = last.to === furthest(ranges) ? taken.shownTo : last.to;
  const untilS = Math.min(lastEdit.toS, last.atS + (end - last.from) / timescale);
  const isOver = taken.isEnd || (untilS === lastEdit.toS && lastEdit === shown.at(-1));
  return { startS: realStartS, portion: { ...timed, taken: { ...taken, isEnd: isOver }, untilS } };
}

/** A track beside the one that leads; null: it has nothing in the stretch. */
async function follow(timed: Timed, { startS, endS }: Cut): Promise<Portion | null> {
  const { shown, reader, part } = timed;
  const { timescale } = part.track;
  const ranges = rangesWithin(shown, startS, endS, timescale);
  const last = ranges.at(-1);
  if (!last) return null;
  const [from, to] = [Math.min(...ranges.map((range) => range.from)), furthest(ranges)];
  await reader.aim(from, to);
  const taken = await takeSamples(reader, from, to);
  if (!taken) return null;
  const untilS = Math.min(endS, last.atS + (Math.min(last.to, taken.shownTo) - last.from) / timescale);
  return untilS > startS ? { ...timed, taken, untilS } : null;
}

function furthest(ranges: readonly { to: number }[]): number {
  return Math.max(...ranges.map(({ to }) => to));
}

function written({ part, shown, taken, untilS }: Portion, startS: number): PlainTrack {
  const { input, track, language } = part;
  const ranges = rangesWithin(shown, startS, untilS, track.timescale);
  return { input, track, samples: taken.samples, edits: editsOf(ranges, startS, taken, track.timescale), language };
}
