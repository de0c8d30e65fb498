import { savedLocale } from './detect.ts';
import { type Locale, localeOfPath, localizePath } from './locales.ts';

/** What of a request for a page tells how the visitor got there. */
type Step = {
  headers: Headers;
  pathname: string;
  /** Hosts, with their ports, that this site is asked by. */
  hosts: readonly string[];
};

/** What of the site is no page, though it may lead to one: visitors who come back from signing in have switched nothing. */
const NO_PAGES = /^\/(?:api|identity|files)\//;

/**
 * Path of the page of this site that the visitor came from; null: from elsewhere, or their browser does not tell. Who came from one is not
 * here for the first time, so no language is detected for them (docs/specification.md 4.4).
 */
export function pageBefore({ headers, hosts }: Step): string | null {
  const referer = headers.get('referer');
  if (referer === null || !URL.canParse(referer)) return null;
  const { host, pathname } = new URL(referer);
  return hosts.includes(host) && !NO_PAGES.test(pathname) ? pathname : null;
}

/**
 * The language that the visitor has just switched to, by a link to the same page in it, and that is not saved yet: where scripts run, they
 * have saved it before the step (LanguageMenu), without them the answer does. null: none.
 */
export function switchedTo(step: Step): Locale | null {
  const before = pageBefore(step);
  if (before === null || !step.headers.get('accept')?.includes('text/html')) return null;
  const locale = localeOfPath(step.pathname);
  const isSwitch = localeOfPath(before) !== locale && localizePath(before, locale) === step.pathname;
  return isSwitch && savedLocale(step.headers.get('cookie')) !== locale ? locale : null;
}
