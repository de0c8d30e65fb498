import { onlyRead } from '#/site/browser/search-text.ts';

/** Search of the history's page, as it stands in the address: `HistoryFilter` says what of it can be read. */
type HistorySearch = { q?: string; platform?: string; state?: string };

/** By hand, since the routes of all pages are known to each: a schema's library would have to be there before any of them is. */
export const readHistorySearch = onlyRead<HistorySearch>(['q', 'platform', 'state'], ({ q, platform, state }) => {
  return {
    ...(typeof q === 'string' && { q }),
    ...(typeof platform === 'string' && { platform }),
    ...(typeof state === 'string' && { state }),
  };
});
