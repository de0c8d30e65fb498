import { readFile, writeFile } from 'node:fs/promises';
import { LOCALE_CODES } from '#/language/locales.ts';
import { LOOKS_FILE } from '../../screens/accept-looks.ts';
import { LABELS_WIDTH, labelProblems } from '../../screens/labels.ts';
import { differenceOf, LOOK_THEMES, LOOK_WIDTHS, openComponents, readLooks, takeLooks } from '../../screens/looks.ts';
import { expect, messagesOf, pathIn, test } from '../test.ts';

test.use({ bypassCSP: true, timezoneId: 'UTC' });

for (const width of LOOK_WIDTHS) {
  test(`components look as they did, ${width} px wide`, async ({ page }, info) => {
    const known = readLooks(await readFile(LOOKS_FILE, 'utf8'));
    const missing = new Set([...known.keys()].filter((name) => name.includes(`(${width} `)));
    const changed: string[] = [];
    await openComponents(page);
    for (const theme of LOOK_THEMES) {
      for (const look of await takeLooks(page, width, theme)) {
        missing.delete(look.name);
        const difference = differenceOf(look, known.get(look.name));
        if (difference === null) continue;
        const file = info.outputPath(`${look.name.replaceAll(/[^\w]+/g, '-')}.png`);
        await writeFile(file, await look.picture());
        changed.push(`${look.name} ${difference}: ${file}`);
      }
    }
    // Whoever wanted that says so by `npm run screens -- --accept`.
    expect([...changed, ...[...missing].map((name) => `${name} is gone`)]).toEqual([]);
  });
}

for (const locale of LOCALE_CODES) {
  test(`labels have room on a phone: ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width: LABELS_WIDTH, height: 740 });
    await openComponents(page, pathIn(locale, '/components'));
    expect(await labelProblems(page, await messagesOf(locale))).toEqual([]);
  });
}
