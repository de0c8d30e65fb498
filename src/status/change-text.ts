import { formatInstant } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { ExtractorChange } from '#/model/engine/extractor-version.ts';

/** What a change of the extractor was, and when, on the page and in the feed. */
export function changeText({ kind, version, before, at }: ExtractorChange) {
  const named = {
    version: version ?? m.status_extractor_installed(),
    before: before ?? m.status_extractor_installed(),
  };
  return {
    title: kind === 'taken' ? m.status_extractor_taken(named) : m.status_extractor_returned(named),
    time: formatInstant(at),
  };
}
