import type { Plugin } from 'vite';
import { readDocumentHeads } from './document-heads.ts';

const LISTS = 'virtual:document-list';
const LIST = /^virtual:document-list\/([a-z]{2})$/;

/**
 * What documents are called, by language and slug (`src/site/documents/document-list.ts`), from their own heads: links to them have no other names.
 * The server has all languages, the browser loads one where it needs it.
 */
export function documentList(): Plugin {
  return {
    name: 'document-list',
    resolveId: (id) => (id === LISTS || LIST.test(id) ? `\0${id}` : null),
    load(id) {
      const name = id.replace('\0', '');
      const [, locale] = LIST.exec(name) ?? [];
      if (!locale && name !== LISTS) return null;
      const titles = readTitles();
      if (locale) return `export default ${JSON.stringify(titles[locale])};`;
      return this.environment.name === 'client' ? lazyLists(Object.keys(titles)) : allLists(titles);
    },
  };
}

/** Language → slug → title. */
type Titles = Record<string, Record<string, string>>;

function allLists(titles: Titles): string {
  return `export const lists = ${JSON.stringify(titles)}; export const listOf = async (locale) => lists[locale];`;
}

function lazyLists(locales: readonly string[]): string {
  const loads = locales.map((locale) => `${locale}: () => import('${LISTS}/${locale}')`);
  return `const loads = { ${loads} }; export const lists = {}; export const listOf = async (locale) => (await loads[locale]()).default;`;
}

function readTitles(): Titles {
  const titles = Object.entries(readDocumentHeads()).map(([locale, heads]) => [
    locale,
    Object.fromEntries(Object.entries(heads).map(([slug, { title }]) => [slug, title])),
  ]);
  return Object.fromEntries(titles) as Titles;
}
