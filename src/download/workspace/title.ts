import { formatPercent } from '#/language/format.ts';

let shown = '';

/** Puts how far the downloads are (between 0 and 1; null: none runs) before the page's title, and on the badge of the installed page. */
export function showShare(share: number | null): void {
  const wanted = share === null ? '' : `${formatPercent(share)} · `;
  // Another page may have been opened meanwhile, with a title of its own.
  const own = shown && document.title.startsWith(shown) ? document.title.slice(shown.length) : document.title;
  if (wanted + own !== document.title) document.title = wanted + own;
  shown = wanted;
}

let badge = 0;

/** Puts how many files are on their way on the icon of the installed page, where there is such a thing. */
export function showBadge(count: number): void {
  if (count === badge || !('setAppBadge' in navigator)) return;
  badge = count;
  // Refused unless the page is installed.
  navigator.setAppBadge(count).catch(() => {});
}
