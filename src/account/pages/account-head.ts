import { unlistedHead } from '#/site/seo/page-head.ts';
import type { AccountPageTexts } from './load-page.ts';

/** For a route's head. A page that could not be loaded is titled by its error. */
export function accountHead(page: string, path: string, texts: AccountPageTexts | undefined) {
  return texts ? unlistedHead(page, path, texts) : {};
}
