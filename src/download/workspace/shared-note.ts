import { m } from '#/language/paraglide/messages.js';

/** What the page's fragment tells of links that were shared and are not here (src/site/pwa/share.ts); null: nothing. */
export function sharedNote(hash: string): string | null {
  const [, left] = /^#left=(none|[1-9]\d{0,3})$/.exec(hash) ?? [];
  if (left === undefined) return null;
  return left === 'none' ? m.download_shared_none() : m.download_shared_left({ count: Number(left) });
}
