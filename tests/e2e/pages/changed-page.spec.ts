// Not through ./test.ts: what React says of such a page is expected here.
import { expect, test } from '@playwright/test';
import { hydrated } from '../hydrated.ts';
import { messagesOf } from '../test.ts';

const TEXTS_LATER_MS = 2_000;

for (const locale of ['en', 'ja'] as const) {
  test(`a page that an extension has changed before its code came is made anew, whole (${locale})`, async ({
    page,
  }) => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    // Code comes before texts, as the smaller of the two mostly does.
    await page.route('**/assets/rest-*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, TEXTS_LATER_MS));
      await route.continue();
    });
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        const link = document.querySelector('header nav a');
        if (!link) return;
        observer.disconnect();
        link.replaceChildren('translated');
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(locale === 'en' ? '/youtube' : `/${locale}/youtube`);
    await hydrated(page);
    const { account_link: account } = await messagesOf(locale);
    await expect(page.getByRole('banner').getByRole('link', { name: account?.() ?? '' })).toBeVisible();
    await expect(page.getByRole('banner').getByText('translated')).toHaveCount(0);
    await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible();
    expect(errors.filter((message) => /hydrat|418/i.test(message))).not.toEqual([]);
    expect(errors.filter((message) => !/hydrat|418/i.test(message))).toEqual([]);
  });
}
