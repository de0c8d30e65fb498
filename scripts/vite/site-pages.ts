import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';
import { readDocumentHeads } from './document-heads.ts';

const ROOT = join(import.meta.dirname, '../..');
const MODULE = 'virtual:site-pages';

/** What pages that are no documents show, beside the texts of their language. */
const SHOWN: Record<string, string[]> = {
  download: ['app.config.ts', 'src/download', 'src/site/pages/sections'],
  status: ['src/status'],
  api: ['src/reference', 'src/server/http/openapi'],
};

/** Tells the server's sitemap which documents there are and when they and the other pages last changed. */
export function sitePages(): Plugin {
  return {
    name: 'site-pages',
    resolveId: (id) => (id === MODULE ? `\0${id}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null;
      const documents = daysOfDocuments();
      const texts = await changesOf(Object.keys(documents), (locale) => [`messages/${locale}.json`]);
      const shown = await changesOf(Object.keys(SHOWN), (page) => SHOWN[page] ?? []);
      return Object.entries({ documents, texts, shown })
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}

/** Language → slug → the day on which the document says it was changed. */
function daysOfDocuments(): Record<string, Record<string, string>> {
  const days = Object.entries(readDocumentHeads()).map(([locale, heads]) => [
    locale,
    Object.fromEntries(Object.entries(heads).map(([slug, { updated }]) => [slug, updated])),
  ]);
  return Object.fromEntries(days) as Record<string, Record<string, string>>;
}

/** The day of the last commit to each name's files; null where there is no history: no date is better than a made-up one. */
async function changesOf(names: string[], files: (name: string) => string[]): Promise<Record<string, string | null>> {
  const entries = names.map(async (name) => {
    const args = ['log', '-1', '--format=%cs', '--', ...files(name), ':(exclude)*.test.*'];
    const day = await promisify(execFile)('git', args, { cwd: ROOT }).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    );
    return [name, day || null] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
