import { createFileRoute } from '@tanstack/react-router';
import { app } from '#app.config';
import { Document } from '#/content/Document.tsx';
import { localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { pageHead } from '#/site/seo/page-head.ts';

export const Route = createFileRoute('/{-$lang}/$')({
  // Loaded with a step to a document: who begins at one has been answered, and the others need not know more of it than its address.
  codeSplitGroupings: [['loader', 'component']],
  loader: async (step) => (await import('#/content/load-page.ts')).loadPage(step),
  head: ({ loaderData }) => {
    if (!loaderData) return {};
    const { slug, description, updated, locale } = loaderData;
    const title = m.site_page_title({ heading: loaderData.title, name: app.name });
    const head = pageHead(slug, `/${slug}`, { title, description });
    const href = `${localizePath(`/${slug}`, locale)}.md`;
    return {
      meta: [...head.meta, { property: 'article:modified_time', content: updated }],
      links: [...head.links, { rel: 'alternate', type: 'text/markdown', href }],
    };
  },
  component: DocumentRoute,
});

function DocumentRoute() {
  const { locale, slug, facts } = Route.useLoaderData();
  return <Document key={`${locale}/${slug}`} locale={locale} slug={slug} facts={facts} />;
}
