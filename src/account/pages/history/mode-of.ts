/** What to take of a link, as pages with a form know it. */
export type FileMode = 'video' | 'audio' | 'muted' | 'subtitles' | 'images';

/** Ids that the site itself gives to formats, behind the number of an entry; others are the platform's and say nothing. */
const MODES: readonly [RegExp, FileMode][] = [
  [/^(?:\d+\.)?(?:sound|mp3-\w+|flac|wav)$/, 'audio'],
  [/^(?:\d+\.)?sub-/, 'subtitles'],
  [/^(?:\d+\.)?(?:photo|thumb|gif)/, 'images'],
  [/\+/, 'video'],
];

/** What somebody wanted who took this format; undefined: it does not tell. */
export function modeOf(formatId: string | null): FileMode | undefined {
  return MODES.find(([pattern]) => formatId !== null && pattern.test(formatId))?.[1];
}
