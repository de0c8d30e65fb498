import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writtenDocuments } from '../house/documents.ts';
import { measure } from '../house/measure.ts';
import { names, report } from '../house/report.ts';
import { atCommit, workingTree } from '../house/tree.ts';
import { orFail } from '../setup/failing.ts';
import { ROOT } from '../setup/paths.mjs';

/** The house before its second plan: what `npm run house` compares with, unless it is told another commit. */
const BEFORE = '5dcf8cd89ef4';

const OPTIONS = { write: { type: 'boolean' }, names: { type: 'boolean' } } as const;

/**
 * What the house is like, beside what it was like at a commit: `npm run house`, `npm run house -- <commit>`; with `--names`, which files
 * and names are counted. With `--write` it writes what of the documents is taken from the code.
 */
await orFail(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const tree = workingTree(ROOT);
  if (values.write) {
    const { texts, lost } = writtenDocuments(tree);
    const changed = [...texts].filter(([file, text]) => readText(file) !== text);
    for (const [file, text] of changed) writeFileSync(join(ROOT, file), text);
    console.log(changed.length > 0 ? changed.map(([file]) => `written: ${file}`).join('\n') : 'all written already');
    if (lost.length > 0) throw new Error(`Nowhere, or in several files:\n${lost.join('\n')}`);
    return;
  }
  const [ref = BEFORE] = positionals;
  const before = atCommit(ROOT, ref, (then) => ({ title: ref, figures: measure(then, 'before') }));
  const now = measure(tree, 'now');
  console.log(report(before, now));
  if (values.names) console.log(`\n${names(now)}`);
});

function readText(file: string): string | null {
  try {
    return readFileSync(join(ROOT, file), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
