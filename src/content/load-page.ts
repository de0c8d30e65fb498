import { DEFAULT_LOCALE, type Locale } from '#/language/locales.ts';
import { keepPageData } from '#/site/serving/page-data.ts';
import { pageNotFound } from '#/site/pages/page-not-found.ts';
import { preloadDocument } from './Document.tsx';
import { loadDocument } from './documents.ts';
import { getDocumentFacts } from './facts.functions.ts';

type Step = { params: { lang?: Locale | undefined; _splat?: string | undefined }; location: { publicHref: string } };

/** For the loader of a document's route. Throws where there is no such document. */
export async function loadPage({ params: { lang: locale = DEFAULT_LOCALE, _splat: slug = '' }, location }: Step) {
  const [document, facts] = await Promise.all([loadDocument(locale, slug), getDocumentFacts()]);
  if (!document) throw pageNotFound(location.publicHref);
  keepPageData(document.frontmatter);
  await preloadDocument({ locale, slug });
  const { title, description, updated } = document.frontmatter;
  return { title, description, updated, locale, slug, facts };
}
