import type { Format } from '#/model/media/media.ts';
import { formatClock, parseClock } from './clock.ts';
import { formatSummary } from '../formats/format-label.ts';
import type { LinkQuery } from '../formats/link-query.ts';
import type { Download } from '../transfers/transfer-state.ts';

/** A part of a media, in seconds. */
export type Clip = { startS: number; endS: number };

export type ClipProblem = 'unreadable' | 'past_end' | 'not_after_start';
type Edge = { seconds: number | null; problem: ClipProblem | null };
/** What a visitor typed, understood; `clip` only when both ends are there and make sense. */
type ClipReading = { clip: Clip | null; start: Edge; end: Edge };

/** Platforms tell durations in whole seconds, rounded either way. */
const DURATION_SLACK_S = 1;

export function readClip(startText: string, endText: string, durationS: number | null): ClipReading {
  const start = readEdge(startText, durationS);
  const end = readEdge(endText, durationS);
  if (start.seconds === null || end.seconds === null) return { clip: null, start, end };
  if (end.seconds <= start.seconds) return { clip: null, start, end: { ...end, problem: 'not_after_start' } };
  const isSound = start.problem === null && end.problem === null;
  return { clip: isSound ? { startS: start.seconds, endS: end.seconds } : null, start, end };
}

function readEdge(text: string, durationS: number | null): Edge {
  if (text.trim() === '') return { seconds: null, problem: null };
  const seconds = parseClock(text);
  if (seconds === null) return { seconds, problem: 'unreadable' };
  const isPast = durationS !== null && seconds > durationS + DURATION_SLACK_S;
  return { seconds, problem: isPast ? 'past_end' : null };
}

/** A clip of a format, as a download. `sizeBytes` is that of the clip, where it is known. */
export function clipOf(
  format: Format,
  clip: Clip,
  options: { isExact?: boolean; sizeBytes?: number | null; query?: LinkQuery } = {},
): Download {
  const { isExact = false, sizeBytes = null, query = {} } = options;
  const part = { ...format, size: sizeBytes === null ? null : { bytes: sizeBytes, exact: true } };
  return {
    formatId: format.id,
    summary: `${formatClock(clip.startS)} – ${formatClock(clip.endS)} · ${formatSummary(part)}`,
    query: { ...query, start: String(clip.startS), end: String(clip.endS), ...(isExact && { precise: '1' }) },
  };
}

/** Formats that a part can be taken of. */
export function clippable(formats: readonly Format[]): Format[] {
  return formats.filter(({ kind, delivery }) => CLIPPED_KINDS.has(kind) && delivery !== 'transcode');
}

const CLIPPED_KINDS: ReadonlySet<string> = new Set(['video+audio', 'video', 'audio']);
