import { app } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import { pageHead } from '#/site/seo.ts';
import type { PageTexts } from './load-page.ts';
import type { AdminPage } from './pages.ts';

/** For a route's head: no search engine shall list it. A page that could not be loaded is titled by its error. */
export function adminHead(page: AdminPage, texts: PageTexts | undefined) {
  if (!texts) return {};
  const { heading, description } = texts;
  const title = m.site_page_title({ heading, name: app.name });
  const [name, path] = page === 'overview' ? ['admin', '/admin'] : [`admin-${page}`, `/admin/${page}`];
  const head = pageHead(name, path, { title, description });
  return { ...head, meta: [...head.meta, { name: 'robots', content: 'noindex' }] };
}
