import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { readSettings, SettingsError } from '#/server/env.ts';
import { runExtractorCommand } from '#/server/updates/run-extractor-command.ts';
import { sendExtractorCommand, ExtractorCommand } from '#/server/updates/extractor-commands.ts';
import { withUpdates } from '../extractor-updates.ts';
import { describeAnswer } from '../extractor-answers.ts';
import { lockDatabase, refuseMissingDatabase, withStore } from '../setup/database.ts';
import { extractorEnvironment, prepareExtractor } from '../setup/extractor/extractor.ts';
import { pinExtractor } from '../setup/extractor/pins.ts';
import { orFail } from '../setup/failing.ts';
import { loadSettings } from '../setup/settings.ts';
import { shortcomings } from '../setup/site.ts';

const USAGE =
  'npm run extractor, npm run extractor -- --pin, npm run extractor -- update [VERSION], npm run extractor -- rollback, npm run extractor -- list';

/**
 * Looks for a better extractor now, instead of tomorrow; with `--pin`, writes first what pip is to install. With `update`, `rollback` or
 * `list` it is about the versions beside it, which a site that runs takes over without a restart.
 */
await orFail(async () => {
  loadSettings();
  const { values, positionals } = parseArgs({
    options: { pin: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (positionals.length > 0) return aboutVersions(positionals);
  if (values.pin) await pinExtractor('python3');
  const extractor = await prepareExtractor({ again: true });
  for (const cost of shortcomings(extractor)) console.log(`! ${cost}`);
});

async function aboutVersions([what = '', version, ...others]: string[]): Promise<void> {
  const command = v.safeParse(ExtractorCommand, what === 'update' ? { what, version: version ?? null } : { what });
  if (!command.success || others.length > 0 || (version !== undefined && what !== 'update')) throw new Error(USAGE);
  for (const line of describeAnswer(command.output, await answerOf(command.output))) console.log(line);
}

/** From the site, where it has its database to itself; else found out here, and heard of by all servers through the database. */
async function answerOf(command: ExtractorCommand): Promise<unknown> {
  const extractor = await prepareExtractor();
  if (!extractor) throw new Error('There is no extractor, and so nothing to be updated.');
  Object.assign(process.env, extractorEnvironment(extractor));
  const place = lockOrNull();
  if (!place) {
    console.log('The site is running, and is asked to do it.');
    return sendExtractorCommand(readSettings().DATA_DIR, command);
  }
  refuseMissingDatabase(place);
  try {
    const { folder } = place;
    return await withStore(place, (store) =>
      withUpdates({ store, folder, extractor }, async (updates) =>
        JSON.parse(JSON.stringify(await runExtractorCommand(updates, command))),
      ),
    );
  } finally {
    place.release();
  }
}

/** null: a site runs that has its database to itself. */
function lockOrNull(): ReturnType<typeof lockDatabase> | null {
  try {
    return lockDatabase();
  } catch (error) {
    if (error instanceof SettingsError && /in use by another Clipferry/.test(error.message)) return null;
    throw error;
  }
}
