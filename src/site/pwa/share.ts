import { limits } from '#app.config';
import { findLinks } from '#/model/links/links.ts';

/** What an app shares: any of them may hold the links. */
export type Shared = { title: string; text: string; url: string };

/** Characters of a path with its search that proxies and servers take without settings of their own (nginx: 8 KB with the headers). */
const MAX_ADDRESS = 6_000;

/** What `#…` of the address tells the page of links that are missing in it: `left=3`, or `left=none` when there was none at all. */
const LEFT_OUT = 'left';

/**
 * Where a visitor goes with what they shared: the form, with all links that were found in it (`?u=`). Links beyond what a paste may hold
 * or an address can, are left out and counted in its fragment, which the page tells.
 * @param home path of the start page in the visitor's language
 */
export function sharedAddress(home: string, { url, text, title }: Shared): string {
  const links = findLinks([url, text, title].join('\n')).map(({ link }) => link);
  const fitting = links.slice(0, howManyFit(home, links));
  if (fitting.length === 0) return `${home}#${LEFT_OUT}=none`;
  const leftOut = links.length - fitting.length;
  return addressOf(home, fitting) + (leftOut > 0 ? `#${LEFT_OUT}=${leftOut}` : '');
}

/** At least one: a single link is never too long (limits.linkLength). */
function howManyFit(home: string, links: readonly string[]): number {
  let count = Math.min(links.length, limits.linksPerPaste);
  while (count > 1 && addressOf(home, links.slice(0, count)).length > MAX_ADDRESS) count--;
  return count;
}

function addressOf(home: string, links: readonly string[]): string {
  return `${home}?${new URLSearchParams({ u: links.join('\n') })}`;
}
