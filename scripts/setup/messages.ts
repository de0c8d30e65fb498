import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, isMarked } from './fingerprint.mjs';
import { BIN, ROOT } from './paths.mjs';
import { step } from './progress.mjs';
import { runQuietly } from './run-quietly.mjs';

const OUTPUT = 'src/language/paraglide';
const MARK_FILE = join(ROOT, OUTPUT, '.compiled');

/** The compiler's arguments, also for watching in development. */
export const COMPILE_ARGUMENTS = [
  'compile',
  '--project=./project.inlang',
  `--outdir=${OUTPUT}`,
  '--strategy',
  'globalVariable',
  'baseLocale',
  '--output-structure=locale-modules',
  '--is-server=import.meta.env.SSR',
  '--no-emit-readme',
  '--no-emit-prettier-ignore',
  '--no-emit-git-ignore',
];

/** Compiles messages/ into src/language/paraglide, when a text has changed. */
export async function compileMessages(): Promise<void> {
  const mark = fingerprint(['messages', 'project.inlang/settings.json', 'package-lock.json']);
  await step('Messages', async () => {
    if (isMarked(MARK_FILE, mark)) return { detail: 'unchanged' };
    await runQuietly('messages', join(BIN, 'paraglide-js'), COMPILE_ARGUMENTS);
    const count = countCompiled();
    writeFileSync(MARK_FILE, mark);
    return { detail: `${count} texts compiled in ten languages` };
  });
}

/** The compiler succeeds without a word when its plugin cannot be loaded, and then every text is empty. */
function countCompiled(): number {
  const index = readFileSync(join(ROOT, OUTPUT, 'messages/_index.js'), 'utf8');
  const compiled = index.match(/^export const \w+ =/gm)?.length ?? 0;
  const { $schema: _, ...english } = JSON.parse(readFileSync(join(ROOT, 'messages/en.json'), 'utf8'));
  const written = Object.keys(english).length;
  if (compiled === 0 || compiled !== written)
    throw new Error(`Of ${written} texts in messages/en.json, ${compiled} were compiled.`);
  return compiled;
}
