import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

const CONTENT = join(import.meta.dirname, '../../content');
const LISTS = 'virtual:document-list';
const LIST = /^virtual:document-list\/([a-z]{2})$/;
const LOCALES: string[] = globSync('*', { cwd: CONTENT }).toSorted();

/**
 * What documents are called, by language and slug (`src/site/document-list.ts`), from their own heads: links to them have no other names.
 * The server has all languages, the browser loads one where it needs it.
 */
export function documentList(): Plugin {
  return {
    name: 'document-list',
    resolveId: (id) => (id === LISTS || LIST.test(id) ? `\0${id}` : null),
    load(id) {
      const name = id.replace('\0', '');
      const [, locale] = LIST.exec(name) ?? [];
      if (locale) return `export default ${JSON.stringify(titlesOf(locale))};`;
      if (name !== LISTS) return null;
      return this.environment.name === 'client' ? lazyLists() : allLists();
    },
  };
}

function allLists(): string {
  const lists = Object.fromEntries(LOCALES.map((locale) => [locale, titlesOf(locale)]));
  return `export const lists = ${JSON.stringify(lists)}; export const listOf = async (locale) => lists[locale];`;
}

function lazyLists(): string {
  const loads = LOCALES.map((locale) => `${locale}: () => import('${LISTS}/${locale}')`);
  return `const loads = { ${loads} }; export const lists = {}; export const listOf = async (locale) => (await loads[locale]()).default;`;
}

function titlesOf(locale: string): Record<string, string> {
  const files = globSync('*.mdx', { cwd: join(CONTENT, locale) }).toSorted();
  return Object.fromEntries(files.map((file) => [basename(file, '.mdx'), titleOf(join(CONTENT, locale, file))]));
}

function titleOf(file: string): string {
  const [, title] = /^---\n(?:.*\n)*?title: (.+)\n/.exec(readFileSync(file, 'utf8')) ?? [];
  if (!title) throw new Error(`${file} has no title`);
  return /^(['"])(.*)\1$/.exec(title)?.[2] ?? title;
}
