import type { Edit } from './write-movie.ts';

/** An edit that shows something: when it does, and from which time of the media on. */
export type ShownEdit = { fromS: number; toS: number; mediaTime: number };

/** A stretch of the media that is shown from `atS` on. */
type Range = { atS: number; from: number; to: number };

/** Where the edits of a list lie in the presentation. None shows all, from time 0 on. */
export function shownEditsOf(edits: readonly Edit[] | null): ShownEdit[] {
  if (!edits) return [{ fromS: 0, toS: Infinity, mediaTime: 0 }];
  let atS = 0;
  return edits.flatMap(({ durationS, mediaTime }): ShownEdit[] => {
    const fromS = atS;
    atS += durationS;
    return mediaTime < 0 || durationS <= 0 ? [] : [{ fromS, toS: atS, mediaTime }];
  });
}

/** The time of the media that is shown at a moment, to the tick. */
export function mediaTimeAt({ fromS, mediaTime }: ShownEdit, atS: number, timescale: number): number {
  return mediaTime + Math.round((atS - fromS) * timescale);
}

/** The edit that shows a moment, else the last one before it, else the first. */
export function shownAt(shown: readonly ShownEdit[], atS: number, timescale: number): ShownEdit | undefined {
  return shown.findLast((edit) => mediaTimeAt(edit, atS, timescale) >= edit.mediaTime) ?? shown[0];
}

/** What of the media is shown in a stretch of the presentation. */
export function rangesWithin(shown: readonly ShownEdit[], startS: number, endS: number, timescale: number): Range[] {
  return shown
    .map((edit): Range => {
      const atS = Math.max(edit.fromS, startS);
      return {
        atS,
        from: mediaTimeAt(edit, atS, timescale),
        to: mediaTimeAt(edit, Math.min(edit.toS, endS), timescale),
      };
    })
    .filter(({ from, to }) => to > from);
}

/**
 * The edit list of a part of a track that is shown from `startS` on. `media` is what the part has: its first sample's decoding, and the
 * times between which it has something to show.
 */
export function editsOf(
  ranges: readonly Range[],
  startS: number,
  media: { decodeTime: number; shownFrom: number; shownTo: number },
  timescale: number,
): Edit[] {
  const edits: Edit[] = [];
  let behindS = startS;
  for (const { atS, ...range } of ranges) {
    const from = Math.max(range.from, media.shownFrom);
    const to = Math.min(range.to, media.shownTo);
    if (to <= from) continue;
    const fromS = atS + (from - range.from) / timescale;
    const emptyS = Math.round((fromS - behindS) * timescale) / timescale;
    if (emptyS > 0) edits.push({ durationS: emptyS, mediaTime: -1 });
    edits.push({ durationS: (to - from) / timescale, mediaTime: from - media.decodeTime });
    behindS = fromS + (to - from) / timescale;
  }
  return edits;
}
