import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { orFail } from '../setup/failing.ts';
import { CACHE, ROOT } from '../setup/paths.mjs';
import { prepareNoto } from '../setup/noto.ts';
import { prepareSite } from '../setup/site.ts';
import { prepareHeadlessBrowser, prepareReplicas } from '../setup/tests.ts';

/**
 * Pictures of every page and state, in four widths, both themes and four languages, on one page to look at: `npm run screens`, or a part of
 * them: `npm run screens -- --only state-,page-home --languages en,ja --widths 360 --themes dark`. With `--accept` none: what components look
 * like now is what tests expect from here on.
 */
await orFail(async () => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      languages: { type: 'string' },
      widths: { type: 'string' },
      themes: { type: 'string' },
      accept: { type: 'boolean', default: false },
      out: { type: 'string', default: join(CACHE, 'screens') },
    },
  });
  await prepareSite({ build: true });
  await prepareReplicas();
  await prepareHeadlessBrowser();
  if (values.accept) {
    const { acceptLooks, LOOKS_FILE } = await import('../../tests/screens/accept-looks.ts');
    console.log(`✓ ${await acceptLooks()} components: ${relative(ROOT, LOOKS_FILE)}`);
    return;
  }
  await prepareNoto();
  const { SCREENS } = await import('../../tests/screens/screens.ts');
  const { LANGUAGES, takePictures, THEMES, WIDTHS } = await import('../../tests/screens/take.ts');
  const { writeSheets } = await import('../../tests/screens/contact-sheet.ts');
  const { startAccountSite } = await import('../../tests/e2e/accounts.ts');
  const { LOCALE_CODES } = await import('../../src/language/locales.ts');

  const parts = values.only?.split(',');
  const screens = SCREENS.filter(({ name }) => !parts || parts.some((part) => name.includes(part)));
  if (screens.length === 0)
    throw new Error(`No screen has ${values.only} in its name:\n${SCREENS.map(({ name }) => name).join('\n')}`);
  const asked = values.languages?.split(',');
  const wanted = {
    locales: asked ? LOCALE_CODES.filter((code) => asked.includes(code)) : LANGUAGES,
    widths: values.widths?.split(',').map(Number) ?? WIDTHS,
    themes: values.themes?.split(',') ?? THEMES,
  };
  await rm(values.out, { recursive: true, force: true });
  const site = await startAccountSite();
  try {
    let count = 0;
    const { pictures, missing } = await takePictures(site, screens, wanted, values.out, ({ name }) =>
      console.log(`  ${++count} of ${screens.length}  ${name}`),
    );
    for (const { screen, locale, why } of missing) console.error(`✗ ${screen} in ${locale}: ${why}`);
    const file = await writeSheets(values.out, pictures, missing);
    console.log(`✓ ${pictures.length} pictures: ${relative(ROOT, file)}`);
    process.exitCode = missing.length === 0 ? 0 : 1;
  } finally {
    await site.close();
  }
});
