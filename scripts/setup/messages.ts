import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, isMarked } from './fingerprint.mjs';
import { BIN, ROOT } from './paths.mjs';
import { step } from './progress.mjs';
import { runQuietly } from './run-quietly.mjs';

/** Texts that are compiled together. The authenticator speaks more languages than the site, so its texts are apart. */
type Catalogue = { project: string; messages: string; output: string };

const CATALOGUES: Catalogue[] = [
  { project: 'project.inlang', messages: 'messages', output: 'src/language/paraglide' },
  {
    project: 'project.authenticator.inlang',
    messages: 'messages/authenticator',
    output: 'src/account/texts/paraglide',
  },
];

/** The compiler's arguments for each catalogue, also for watching in development. */
export const COMPILATIONS = CATALOGUES.map(({ project, output }) => [
  'compile',
  `--project=./${project}`,
  `--outdir=${output}`,
  '--strategy',
  'globalVariable',
  'baseLocale',
  '--output-structure=locale-modules',
  '--is-server=import.meta.env.SSR',
  '--no-emit-readme',
  '--no-emit-prettier-ignore',
  '--no-emit-git-ignore',
]);

/** Compiles messages/ into the sources, when a text has changed. */
export async function compileMessages(): Promise<void> {
  const settings = CATALOGUES.map(({ project }) => `${project}/settings.json`);
  const mark = fingerprint(['messages', ...settings, 'package-lock.json']);
  const markFiles = CATALOGUES.map(({ output }) => join(ROOT, output, '.compiled'));
  await step('Messages', async () => {
    if (markFiles.every((file) => isMarked(file, mark))) return { detail: 'unchanged' };
    await Promise.all(
      COMPILATIONS.map((compilation, index) => runQuietly(`messages-${index}`, join(BIN, 'paraglide-js'), compilation)),
    );
    const [site = 0, authenticator = 0] = CATALOGUES.map(countCompiled);
    for (const file of markFiles) writeFileSync(file, mark);
    return { detail: `${site} texts compiled in ten languages, ${authenticator} of the authenticator in twenty` };
  });
}

/** The compiler succeeds without a word when its plugin cannot be loaded, and then every text is empty. */
function countCompiled({ messages, output }: Catalogue): number {
  const index = readFileSync(join(ROOT, output, 'messages/_index.js'), 'utf8');
  const compiled = index.match(/^export const \w+ =/gm)?.length ?? 0;
  const { $schema: _, ...english } = JSON.parse(readFileSync(join(ROOT, messages, 'en.json'), 'utf8'));
  const written = Object.keys(english).length;
  if (compiled === 0 || compiled !== written)
    throw new Error(`Of ${written} texts in ${messages}/en.json, ${compiled} were compiled.`);
  return compiled;
}
