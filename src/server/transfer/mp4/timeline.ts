import type { Track } from './movie.ts';
import { completeEdits, type Edit, readEdits } from './write-movie.ts';

/**
 * The edit list of a track whose samples begin at `startTime` in the input, and at 0 in the output, where the last one's presentation
 * ends at `mediaEnd`. `originS` is the moment of the input at which the output begins: tracks that begin later than that are preceded
 * by nothing. `mediaStart`, from the first sample's decoding on, is when the first picture is shown: where pictures are reordered, some
 * of them later. Until then nothing is shown anyway, and that is said by the edit that shows nothing: ffmpeg takes what follows it as
 * beginning with the first picture, and would show that as much too early.
 */
export function shiftedEdits(
  track: Track,
  startTime: number,
  { mediaStart, mediaEnd }: { mediaStart: number; mediaEnd: number },
  originS: number,
): Edit[] | null {
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
    if (emptyS === 0) return [{ ...edit, mediaTime: 0 }];
    const waitS = Math.min(edit.durationS - emptyS, Math.max(0, mediaStart) / timescale);
    const shown = { durationS: edit.durationS - emptyS - waitS, mediaTime: Math.round(waitS * timescale) };
    return [{ durationS: emptyS + waitS, mediaTime: -1 }, shown];
  });
}
