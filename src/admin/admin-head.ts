import { unlistedHead } from '#/site/seo/page-head.ts';
import type { AdminPageTexts } from './load-page.ts';
import type { AdminPage } from './pages.ts';

/** For a route's head. A page that could not be loaded is titled by its error. */
export function adminHead(page: AdminPage, texts: AdminPageTexts | undefined) {
  if (!texts) return {};
  const [name, path] = page === 'overview' ? ['admin', '/admin'] : [`admin-${page}`, `/admin/${page}`];
  return unlistedHead(name, path, texts);
}
