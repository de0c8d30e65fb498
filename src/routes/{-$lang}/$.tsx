import { createFileRoute, notFound } from '@tanstack/react-router';
import { app } from '#app.config';
import { DocumentPage } from '#/content/DocumentPage.tsx';
import { loadDocument, loadedDocument } from '#/content/documents.ts';
import { currentLocale } from '#/language/current.ts';
import { m } from '#/language/paraglide/messages.js';
import { NotFoundPage } from '#/site/NotFoundPage.tsx';
import { keepPageData } from '#/site/page-data.ts';
import { pageHead } from '#/site/seo.ts';

export const Route = createFileRoute('/{-$lang}/$')({
  loader: async ({ params: { _splat: slug = '' } }) => {
    const document = await loadDocument(currentLocale(), slug);
    if (!document) throw notFound();
    keepPageData(document.frontmatter);
    return document.frontmatter;
  },
  head: ({ loaderData, params: { _splat: slug = '' } }) => {
    if (!loaderData) return {};
    const title = m.site_page_title({ heading: loaderData.title, name: app.name });
    return pageHead(slug, `/${slug}`, { title, description: loaderData.description });
  },
  component: Document,
});

function Document() {
  const { _splat: slug = '' } = Route.useParams();
  const document = loadedDocument(currentLocale(), slug);
  return document ? <DocumentPage document={document} /> : <NotFoundPage />;
}
