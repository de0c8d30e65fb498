import { app } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import { pageHead } from '#/site/seo.ts';
import { loadTexts } from './texts.ts';

/** Texts of a page that are needed where its own may not be there yet: in its title, and before it is interactive. */
export type PageTexts = { heading: string; description: string; withoutScript: string };

/** For a route's loader: it asks nobody, since the server cannot know whose account it is. */
export async function loadPage(heading: () => string): Promise<PageTexts> {
  await loadTexts();
  return { heading: heading(), description: m.account_description(), withoutScript: m.account_no_script() };
}

/** For a route's head: personal, so no search engine shall list it. */
export function accountHead(page: string, path: string, texts: PageTexts | undefined) {
  if (!texts) return {};
  const { heading, description } = texts;
  const head = pageHead(page, path, { title: m.site_page_title({ heading, name: app.name }), description });
  return { ...head, meta: [...head.meta, { name: 'robots', content: 'noindex' }] };
}
