/** What is to be read from one moment to another, in milliseconds. */
export type Cue = {
  start: number;
  end: number;
  /** WebVTT's, as they stand behind its times. */
  settings: string;
  /** With the marks of WebVTT, or of SubRip. */
  text: string;
};

/** Twelve hours of two cues a second. */
export const MAX_CUES = 100_000;

/** A time within a cue, as in captions that are written word by word. */
const INNER_TIME = /<[\d:.]{5,20}>/g;

/** The cues of a part of a media, whose time begins anew. */
export function within(cues: readonly Cue[], { startS, endS }: { startS: number; endS: number }): Cue[] {
  const [from, to] = [Math.round(startS * 1000), Math.round(endS * 1000)];
  return cues
    .filter(({ start, end }) => end > from && start < to)
    .map((cue) => ({
      ...cue,
      start: Math.max(cue.start, from) - from,
      end: Math.min(cue.end, to) - from,
      text: cue.text.replace(INNER_TIME, ''),
    }));
}
