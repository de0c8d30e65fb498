import { writeFile } from 'node:fs/promises';
import { readSettings } from '#/server/env.ts';
import { failureWords } from '../live/failure-words.ts';
import { recordLink } from '../record/record-link.ts';
import { inScratch } from '../scratch.ts';
import { extractorEnvironment, prepareExtractor } from '../setup/extractor/extractor.ts';
import { orFail } from '../setup/failing.ts';
import { loadSettings } from '../setup/settings.ts';

/**
 * Keeps what reading one link asked and was answered, without anything that tells of who asked: `npm run record -- LINK [FILE]`. The
 * replicas serve the file (`npm run platforms -- FILE`), so that today's answers become tests.
 */
await orFail(async () => {
  const [link, wanted] = process.argv.slice(2);
  if (link === undefined) throw new Error('Which link? npm run record -- LINK [FILE]');
  loadSettings();
  Object.assign(process.env, { ...extractorEnvironment(await prepareExtractor()), ...process.env });
  const recorded = await inScratch((folder) => recordLink(readSettings(), link, folder));
  if (!recorded.ok) throw new Error(`${recorded.failure.code} – ${failureWords(recorded.failure.code)}`);
  const { platform, recordedOn, outcome, exchanges } = recorded.value;
  const file = wanted ?? `recording-${platform}-${recordedOn}.json`;
  await writeFile(file, `${JSON.stringify(recorded.value, null, 1)}\n`);
  const cut = exchanges.filter(({ answer }) => answer.isCut).length;
  console.log(`✓ ${exchanges.length} exchanges${cut > 0 ? `, ${cut} of them cut` : ''}, answered ${outcome}: ${file}`);
  console.log('  Look through it before you give it away: titles, texts and ids of the media itself are in it.');
});
