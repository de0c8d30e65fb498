import { createFileRoute } from '@tanstack/react-router';
import { app } from '#app.config';
import { Document, preloadDocument } from '#/content/Document.tsx';
import { loadDocument } from '#/content/documents.ts';
import { getDocumentFacts } from '#/content/facts.functions.ts';
import { DEFAULT_LOCALE, localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { keepPageData } from '#/site/serving/page-data.ts';
import { pageNotFound } from '#/site/pages/page-not-found.ts';
import { pageHead } from '#/site/seo/page-head.ts';

export const Route = createFileRoute('/{-$lang}/$')({
  // The loader is loaded with the page: the others need not know more of it than its address.
  codeSplitGroupings: [['loader', 'component']],
  loader: async ({ params: { lang: locale = DEFAULT_LOCALE, _splat: slug = '' }, location }) => {
    const [document, facts] = await Promise.all([loadDocument(locale, slug), getDocumentFacts()]);
    if (!document) throw pageNotFound(location.publicHref);
    keepPageData(document.frontmatter);
    await preloadDocument({ locale, slug });
    const { title, description, updated } = document.frontmatter;
    return { title, description, updated, locale, slug, facts };
  },
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
