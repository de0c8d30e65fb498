import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '../..');
const MODULE = 'virtual:site-pages';

/** What pages that are no documents show, beside the texts of their language. */
const SHOWN: Record<string, string[]> = {
  download: ['app.config.ts', 'src/download', 'src/site/sections'],
  status: ['src/status'],
  api: ['src/reference', 'src/server/api/openapi'],
};

/** Tells the server's sitemap which documents there are and when they and the other pages last changed. */
export function sitePages(): Plugin {
  return {
    name: 'site-pages',
    resolveId: (id) => (id === MODULE ? `\0${id}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null;
      const documents = readDocuments();
      const texts = await changesOf(Object.keys(documents), (locale) => [`messages/${locale}.json`]);
      const shown = await changesOf(Object.keys(SHOWN), (page) => SHOWN[page] ?? []);
      return Object.entries({ documents, texts, shown })
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}

/** Language → slug → the day on which the document says it was changed. */
function readDocuments(): Record<string, Record<string, string>> {
  const content = join(ROOT, 'content');
  const read = (locale: string) =>
    readdirSync(join(content, locale))
      .filter((file) => file.endsWith('.mdx'))
      .map((file) => {
        const updated = /^updated: (\d{4}-\d{2}-\d{2})$/m.exec(readFileSync(join(content, locale, file), 'utf8'))?.[1];
        if (!updated) throw new Error(`content/${locale}/${file} does not say when it was updated`);
        return [file.slice(0, -'.mdx'.length), updated];
      });
  return Object.fromEntries(readdirSync(content).map((locale) => [locale, Object.fromEntries(read(locale))]));
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
