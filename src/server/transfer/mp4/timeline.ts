import type { Track } from './movie.ts';
import { completeEdits, type Edit, readEdits } from './write-movie.ts';

/**
 * The edit list of a track whose samples begin at `startTime` in the input, and at 0 in the output, where the last one's presentation
 * ends at `mediaEnd`. `originS` is the moment of the input at which the output begins: tracks that begin later than that are preceded
 * by nothing.
 */
export function shiftedEdits(track: Track, startTime: number, mediaEnd: number, originS: number): Edit[] | null {
  const { timescale } = track;
  const own = completeEdits(readEdits(track), startTime + mediaEnd, timescale);
  const shift = startTime - Math.round(originS * timescale);
  if (shift === 0 && (startTime === 0 || !own)) return own;
  const edits = own ?? [{ durationS: (shift + mediaEnd) / timescale, mediaTime: 0 }];
  return edits.flatMap((edit): Edit[] => {
    if (edit.mediaTime < 0) return [edit];
    const from = edit.mediaTime - startTime;
    if (from >= 0) return [{ ...edit, mediaTime: from }];
    // The part of the edit that lies before the first sample shows nothing.
    const emptyS = Math.min(edit.durationS, Math.max(0, Math.min(-from, shift)) / timescale);
    const shown = { durationS: edit.durationS - emptyS, mediaTime: 0 };
    return emptyS > 0 ? [{ durationS: emptyS, mediaTime: -1 }, shown] : [shown];
  });
}
