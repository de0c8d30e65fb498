import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';

const CONTENT = join(import.meta.dirname, '../../content');

/** What a document says of itself above its text. `updated`: a day, such as 2026-11-22. */
type DocumentHead = { title: string; updated: string };

/** The heads of all documents: language → slug → head. Throws where one is not complete. */
export function readDocumentHeads(): Record<string, Record<string, DocumentHead>> {
  const heads: Record<string, Record<string, DocumentHead>> = {};
  for (const file of globSync('*/*.mdx', { cwd: CONTENT }).toSorted())
    (heads[dirname(file)] ??= {})[basename(file, '.mdx')] = readHead(file);
  return heads;
}

function readHead(file: string): DocumentHead {
  const [, text = ''] = /^---\n(.*?)\n---\n/s.exec(readFileSync(join(CONTENT, file), 'utf8')) ?? [];
  const { title, updated } = (parse(text) ?? {}) as Record<string, unknown>;
  if (typeof title !== 'string' || typeof updated !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(updated))
    throw new Error(`content/${file} lacks its title, or the day on which it was updated`);
  return { title, updated };
}
