import { createIsomorphicFn } from '@tanstack/react-start';
import { loadAllMessages } from '#/language/catalogue.ts';
import { currentLocale } from '#/language/current.ts';
import { m } from '#/language/paraglide/messages.js';
import { pageData } from '#/site/serving/page-data.ts';
import { getStatus } from './status.functions.ts';

/** Has what the page's title says there before it is said; the server has all of it anyway. */
const loadTexts = createIsomorphicFn()
  .server(() => Promise.resolve())
  .client(() => loadAllMessages(currentLocale()));

/** For the route's loader. Without an answer the page says why. */
export async function loadStatus({ location: { pathname } }: { location: { pathname: string } }) {
  const [result] = await Promise.all([pageData(pathname, getStatus), loadTexts()]);
  return { result, heading: m.status_heading(), intro: m.status_intro() };
}
