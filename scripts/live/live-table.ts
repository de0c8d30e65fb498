import { platforms } from '#app.config';
import type { FailureCode } from '#/model/failure.ts';
import { failureWords } from './failure-words.ts';
import { isRefused, type LiveTry } from './try-links.ts';

const COLUMNS = [
  ['Platform', 12],
  ['Media', 22],
  ['Way out', 12],
  ['Read in', 9],
  ['Formats', 9],
  ['Files', 10],
] as const;
/** So many formats are named of those that are refused alike. */
const MOST_NAMED = 4;

export const LIVE_HEADING = line(
  ' ',
  COLUMNS.map(([name]) => name),
  'What was refused',
);

/** One line: no address, no cookie and no password is in it, since nothing of a source but its format's name is. */
export function liveLine(tried: LiveTry): string {
  const { platform, media, route, readMs, refused, formats, files } = tried;
  const cells = [
    platform ? platforms[platform].name : '–',
    media ?? '–',
    route,
    `${(readMs / 1000).toFixed(1)} s`,
    refused ? '–' : String(formats),
    refused ? '–' : `${files.begun} of ${files.tried}`,
  ];
  return line(
    isRefused(tried) ? '!' : '✓',
    cells,
    [...(refused ? [said(refused)] : []), ...refusedFiles(tried)].join('; '),
  );
}

/** What the lines come to. */
export function liveSummary(all: readonly LiveTry[]): string {
  const count = all.filter(isRefused).length;
  return count === 0 ? `All ${all.length} were answered.` : `${count} of ${all.length} had something refused.`;
}

function refusedFiles({ files: { refused } }: LiveTry): string[] {
  return [...Map.groupBy(refused, ({ code }) => code)].map(([code, alike]) => {
    const named = alike.slice(0, MOST_NAMED).map(({ id }) => id);
    const more = alike.length > MOST_NAMED ? ` and ${alike.length - MOST_NAMED} more` : '';
    return `${named.join(', ')}${more}: ${said(code)}`;
  });
}

function said(code: FailureCode): string {
  return `${code} – ${failureWords(code)}`;
}

function line(mark: string, cells: readonly string[], rest: string): string {
  const padded = cells.map((cell, at) => cell.padEnd(COLUMNS[at]?.[1] ?? 0));
  return `${mark} ${padded.join(' ')} ${rest}`.trimEnd();
}
