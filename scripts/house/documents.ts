import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withBareTables } from './bare-tables.ts';
import { DECISION_FILE, decisionsIndex } from './decisions-index.ts';
import { type Module, readModules } from './modules.ts';
import { roomsDiagram } from './rooms-diagram.ts';
import { configurationDocument, exampleFile } from './settings-documents.ts';
import { withSymbolLinks } from './symbol-links.ts';
import type { Tree } from './tree.ts';

/** Between these two lines of docs/architecture.md the diagram stands. */
const DIAGRAM = /(<!-- rooms -->\n)[^]*(\n<!-- \/rooms -->)/;

/** Documents whose tables hold whole sentences. */
const LONG_TABLES = ['docs/specification.md', 'docs/security.md'];

/** Documents that lead to names in the code. */
export const WITH_LINKS = ['CONTRIBUTING.md', 'docs/architecture.md', 'docs/one-download.md'];

/**
 * What of the documents is taken from the code, as it has to be now: texts by path. `lost`: names that a document leads to and that are
 * nowhere, or in several files; somebody has to choose.
 */
export function writtenDocuments(
  { root, files }: Tree,
  modules: ReadonlyMap<string, Module> = readModules(root, files),
): { texts: Map<string, string>; lost: string[] } {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const decisions = files.filter((file) => file.startsWith('docs/decisions/') && DECISION_FILE.test(basename(file)));
  const texts = new Map([
    ['.env.example', exampleFile()],
    ['docs/configuration.md', configurationDocument()],
    ['docs/decisions/README.md', decisionsIndex(decisions.map((file) => ({ name: basename(file), text: read(file) })))],
    ...LONG_TABLES.map((file) => [file, withBareTables(read(file))] as const),
  ]);
  const lost: string[] = [];
  for (const file of WITH_LINKS) {
    const linked = withSymbolLinks(read(file), file, modules);
    texts.set(
      file,
      linked.text.replace(DIAGRAM, (_, open, close) => `${open}\n${roomsDiagram(modules)}\n${close}`),
    );
    lost.push(...linked.lost.map((name) => `${file}: ${name}`));
  }
  return { texts, lost };
}
