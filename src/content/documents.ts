import type { Locale } from '#/language/locales.ts';
import type { DocumentModule } from './texts.ts';

const loaded = new Map<string, DocumentModule>();

const fileOf = (locale: Locale, slug: string) => `/content/${locale}/${slug}.mdx`;

/** Loads a document, so that it can then be rendered at once; undefined when there is none. */
export async function loadDocument(locale: Locale, slug: string): Promise<DocumentModule | undefined> {
  const { texts } = await import('./texts.ts');
  const file = fileOf(locale, slug);
  const load = Object.hasOwn(texts, file) ? texts[file] : undefined;
  if (!load) return undefined;
  const document = await load();
  loaded.set(file, document);
  return document;
}

/** A document that was loaded before. Throws where it was not. */
export function loadedDocument(locale: Locale, slug: string): DocumentModule {
  const document = loaded.get(fileOf(locale, slug));
  if (!document) throw new Error(`Document ${slug} in ${locale} was asked for before it was loaded`);
  return document;
}
