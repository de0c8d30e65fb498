import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { readLinks } from '../read-links.ts';
import { orFail } from '../setup/failing.ts';

/** What of a list of links is read, and as what: `npm run links -- FILE`, one paste a line; `-` is standard input. Asks nobody. */
await orFail(async () => {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error('Which file? npm run links -- FILE (or - for standard input)');
  const { recognised, refused } = readLinks(file === '-' ? await text(process.stdin) : await readFile(file, 'utf8'));
  const total = recognised.reduce((sum, [, count]) => sum + count, 0);
  console.log(`${total} recognised, ${refused.length} refused`);
  for (const [form, count] of recognised) console.log(`${String(count).padStart(6)}  ${form}`);
  for (const { link, code } of refused) console.log(`${code.padEnd(18)}${link}`);
});
