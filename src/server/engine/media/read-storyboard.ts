import type { Source, Storyboard, StoryboardSheet } from './extraction.ts';
import { imageContainer } from './media-names.ts';
import { createOffer } from './offer.ts';
import type { ExtractorStoryboard } from '../worker/info.ts';

/** As wide as a player shows it: what is larger costs every visitor who only moves over the film. */
const SHOWN_WIDTH_PX = 160;
/** Far above any platform's: of a film of twelve hours YouTube has some 200. */
const MAX_SHEETS = 500;
const MAX_PER_SIDE = 20;
const MAX_WIDTH_PX = 640;

type ReadStoryboard = { storyboard: Storyboard; sources: Map<string, Source> };

/** The storyboard that is large enough to see what it shows, of those a platform has; its sheets as pictures with sources. */
export function chooseStoryboard(
  all: readonly ExtractorStoryboard[],
  headers: Record<string, string>,
): ReadStoryboard | undefined {
  const byWidth = all.filter(isUsable).toSorted((a, b) => a.width - b.width);
  const chosen = byWidth.findLast(({ width }) => width <= SHOWN_WIDTH_PX) ?? byWidth[0];
  if (!chosen) return undefined;
  const { width, height, columns, rows, fps, fragments } = chosen;
  const sources = new Map<string, Source>();
  const sheets: StoryboardSheet[] = [];
  for (const { url, duration } of fragments) {
    const startS = sheets.at(-1)?.endS ?? 0;
    const facts = { id: `storyboard.${sheets.length}`, kind: 'image', container: imageContainer(url) } as const;
    const { format, source } = createOffer(facts, { url, headers: chosen.http_headers ?? headers });
    sources.set(format.id, source);
    sheets.push({ format, startS, endS: startS + duration });
  }
  const storyboard = { widthPx: width, heightPx: height, columns, rows, intervalS: 1 / fps, sheets };
  return { storyboard, sources };
}

function isUsable({ width, height, rows, columns, fps, fragments }: ExtractorStoryboard): boolean {
  const isCount = (value: number, most: number) => Number.isInteger(value) && value > 0 && value <= most;
  return (
    isCount(width, MAX_WIDTH_PX) &&
    isCount(height, MAX_WIDTH_PX) &&
    isCount(rows, MAX_PER_SIDE) &&
    isCount(columns, MAX_PER_SIDE) &&
    isCount(fragments.length, MAX_SHEETS) &&
    fps > 0 &&
    fragments.every(({ duration }) => duration > 0)
  );
}
