import { app } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import { pageHead } from '#/site/seo.ts';
import type { PageTexts } from './load-page.ts';

/** For a route's head: personal, so no search engine shall list it. A page that could not be loaded is titled by its error. */
export function accountHead(page: string, path: string, texts: PageTexts | undefined) {
  if (!texts) return {};
  const { heading, description } = texts;
  const head = pageHead(page, path, { title: m.site_page_title({ heading, name: app.name }), description });
  return { ...head, meta: [...head.meta, { name: 'robots', content: 'noindex' }] };
}
