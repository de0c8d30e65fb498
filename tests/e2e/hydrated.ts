import type { Page } from '@playwright/test';

/** Waits until a page's code is at work: Start takes away what it left for it in the page. Before, links and forms are the browser's own. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => !('$_TSR' in globalThis));
}
