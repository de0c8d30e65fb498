import { listOf, lists } from 'virtual:document-list';
import type { Locale } from '#/language/locales.ts';

/** What the documents of a language are called, by slug. One that is not written yet is not in it. */
type DocumentTitles = Readonly<Record<string, string>>;

const loaded = new Map<Locale, DocumentTitles>();

/** Loads what documents are called in a language; on the server that is known. */
export async function loadDocumentTitles(locale: Locale): Promise<void> {
  loaded.set(locale, await listOf(locale));
}

/** What they are called, once it was loaded. */
export function documentTitles(locale: Locale): DocumentTitles {
  return lists[locale] ?? loaded.get(locale) ?? {};
}
