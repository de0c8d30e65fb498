import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browserOptions } from '../e2e/browser.ts';
import { startOwnSite } from '../e2e/own-site.ts';
import { LOOK_THEMES, LOOK_WIDTHS, type Look, openComponents, takeLooks, writeLooks } from './looks.ts';

/** How components looked when somebody last found that right. */
export const LOOKS_FILE = join(import.meta.dirname, 'components.looks.txt');

/** Writes down how all components look now, and tells how many pictures that are. */
export async function acceptLooks(): Promise<number> {
  const site = await startOwnSite({ COMPONENTS_PAGE: 'on' });
  const browser = await chromium.launch(browserOptions);
  try {
    const context = await browser.newContext({
      baseURL: site.origin,
      locale: 'en-US',
      bypassCSP: true,
      timezoneId: 'UTC',
    });
    const page = await context.newPage();
    const looks: Look[] = [];
    await openComponents(page);
    for (const width of LOOK_WIDTHS)
      for (const theme of LOOK_THEMES) looks.push(...(await takeLooks(page, width, theme)));
    await writeFile(LOOKS_FILE, writeLooks(looks));
    return looks.length;
  } finally {
    await browser.close();
    await site.close();
  }
}
