import type { FileLayout } from '../layout/layout.ts';
import { assemble, leadingTrack, requireOneScale, rewritten, type Placement } from './assemble.ts';
import type { Window } from './cluster.ts';
import type { About, WebmChapter, Tag } from './header-writer.ts';
import type { WebmCluster, WebmTrack } from './track.ts';

/** A stretch of time, in seconds of the source. */
type Cut = { startS: number; endS: number };

const NANOSECONDS_PER_S = 1e9;

/**
 * A part of one or two WebM files as a WebM file of its own that starts at 0, and where it really falls. Video starts
 * with the last cluster whose cue is at or before the cut's start, and ends with the last whose cue is before its end.
 * (YouTube's clusters start with the key frame of their cue. Where one does not, frames before the next cue are missing
 * at the end if they are in its cluster.) Audio is kept where the video is: blocks of its first and last cluster that lie
 * outside become Void elements. Audio alone is cut where it was asked for. All clusters are rewritten: throws
 * `media_damaged` as mergeWebm does for those. Chapters are given, and tags, as those of the whole.
 */
export function clipWebm(
  tracks: readonly WebmTrack[],
  cut: Cut,
  tags: readonly Tag[],
  about: About,
): { layout: FileLayout } & Cut {
  const ticksPerS = NANOSECONDS_PER_S / requireOneScale(tracks);
  const wholeTicks = Math.max(...tracks.map(ticksOf));
  const window = findWindow(tracks, cut, ticksPerS, wholeTicks);
  // The last cluster's blocks may go on after what the file calls its duration.
  const endTicks = Math.max(window.start, Math.min(window.end, wholeTicks));
  const real = { startS: window.start / ticksPerS, endS: endTicks / ticksPerS };
  const layout = assemble({
    tracks,
    placements: tracks.flatMap((track, index) => placementsOf(track, index, window)),
    durationTicks: endTicks - window.start,
    tags,
    about: { ...about, chapters: cutChapters(about.chapters ?? [], real) },
  });
  return { layout, ...real };
}

function ticksOf({ duration, clusters }: WebmTrack): number {
  return Math.max(duration, clusters.at(-1)?.timestamp ?? 0);
}

function findWindow(tracks: readonly WebmTrack[], cut: Cut, ticksPerS: number, wholeTicks: number): Window {
  // A whole tick, as 4.1 * 1000 is a little below 4100.
  const start = Math.min(Math.max(0, Math.round(cut.startS * ticksPerS)), Math.floor(wholeTicks));
  const wanted = { start, end: Math.max(start + 1, Math.round(cut.endS * ticksPerS)) };
  const leading = tracks[leadingTrack(tracks)];
  if (leading?.kind !== 'video') return wanted;
  const { first, last } = clustersWithin(leading.clusters, wanted);
  const begins = leading.clusters[first]?.timestamp ?? 0;
  return {
    // Before the picture begins there is sound: it is kept, and the picture comes when it does.
    start: tracks.length > 1 ? Math.min(begins, start) : begins,
    end: leading.clusters[last + 1]?.timestamp ?? Infinity,
  };
}

/** Places of the clusters that hold what a window asks for. */
function clustersWithin(clusters: readonly WebmCluster[], { start, end }: Window): { first: number; last: number } {
  const first = Math.max(
    0,
    clusters.findLastIndex(({ timestamp }) => timestamp <= start),
  );
  const last = clusters.findLastIndex(({ timestamp }) => timestamp < end);
  return { first, last: Math.max(first, last) };
}

function placementsOf(track: WebmTrack, input: number, window: Window): Placement[] {
  const { first, last } = clustersWithin(track.clusters, window);
  const change = { fromNumber: track.number, toNumber: input + 1, window };
  return track.clusters.slice(first, last + 1).map((cluster) => ({
    track: input,
    timestamp: Math.max(0, cluster.timestamp - window.start),
    piece: rewritten(track, input, cluster, change),
  }));
}

function cutChapters(chapters: readonly WebmChapter[], { startS, endS }: Cut): WebmChapter[] {
  return chapters
    .filter((chapter) => chapter.startS < endS && chapter.endS > startS)
    .map((chapter) => ({
      title: chapter.title,
      startS: Math.max(chapter.startS, startS) - startS,
      endS: Math.min(chapter.endS, endS) - startS,
    }));
}
