import type { ComponentType } from 'react';
import { type Locale, localeOfPath, localizePath } from '#/language/locales.ts';

/** A document of content/<locale>/<slug>.mdx, compiled. */
export type DocumentModule = {
  default: ComponentType<{ components?: Record<string, ComponentType<{ href?: string; children?: React.ReactNode }>> }>;
  frontmatter: { title: string; description: string; updated: string };
};

const loaders = import.meta.glob<DocumentModule>('/content/*/*.mdx');
const loaded = new Map<string, DocumentModule>();

function fileOf(locale: Locale, slug: string): string {
  return `/content/${locale}/${slug}.mdx`;
}

/** Loads a document, so that it can then be rendered at once; undefined when there is none. */
export async function loadDocument(locale: Locale, slug: string): Promise<DocumentModule | undefined> {
  const file = fileOf(locale, slug);
  const load = Object.hasOwn(loaders, file) ? loaders[file] : undefined;
  if (!load) return undefined;
  const document = await load();
  loaded.set(file, document);
  return document;
}

/** A document that was loaded before. */
export function loadedDocument(locale: Locale, slug: string): DocumentModule | undefined {
  return loaded.get(fileOf(locale, slug));
}

/** The browser's entry waits for the document of its page: without it the article would vanish while hydrating. */
export async function preloadDocumentOf(pathname: string): Promise<void> {
  await loadDocument(localeOfPath(pathname), localizePath(pathname, 'en').slice(1));
}
