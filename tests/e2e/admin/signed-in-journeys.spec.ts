import type { Page } from '@playwright/test';
import { download, question, section, siteTexts, TIKTOK } from '../account/account-pages.ts';
import { expect } from '../test.ts';
import { hydrated } from '../hydrated.ts';
import { type Visitor, visitorOf } from '../visitor.ts';
import { signInAsAdmin, test } from './admin-pages.ts';

const text = await siteTexts();

/** Opens the menu of whoever is signed in, and presses a page in it. */
async function goByMenu(page: Page, { press }: Visitor, label: string): Promise<void> {
  await hydrated(page);
  await press(page.locator('header a[href$="/account"]').first());
  await press(page.locator('header nav').getByRole('link', { name: label, exact: true }));
}

// One sign-in for both: an operator has a history, too.
test('what was saved before is had again with three presses; an operator comes from what is wrong to its switch with two', async ({
  page,
  admin,
}) => {
  await signInAsAdmin(page, admin, '/admin/platforms');
  const facebook = section(page, 'Facebook').getByRole('switch');
  await facebook.click();
  await question(page)
    .getByRole('button', { name: text('admin_platforms_off_do') })
    .click();
  await expect(facebook).not.toBeChecked();
  await download(page, TIKTOK);

  await test.step('the same file again', async () => {
    await page.goto('/privacy');
    const visitor = visitorOf(page);
    await goByMenu(page, visitor, text('account_history_heading'));
    const saved = page.waitForEvent('download');
    await visitor.press(page.getByRole('link', { name: new RegExp(`^${text('account_history_again')}: `) }));
    expect(await (await saved).failure()).toBeNull();
    await expect(page.locator('article[data-state="ready"]').first()).toContainText(TIKTOK.title);
    expect(visitor.cost()).toEqual({ presses: 3, scrolledPx: 0 });
  });

  await test.step('from what is wrong to its switch', async () => {
    await page.goto('/privacy');
    const visitor = visitorOf(page);
    await goByMenu(page, visitor, text('account_admin'));
    const trouble = section(page, text('admin_trouble_heading'));
    await expect(trouble).toContainText(`Facebook: ${text('admin_platforms_off')}`);
    await visitor.press(trouble.getByRole('link', { name: text('admin_trouble_switch', { platform: 'Facebook' }) }));
    await visitor.press(facebook);
    await expect(facebook).toBeChecked();
    expect(visitor.cost()).toEqual({ presses: 4, scrolledPx: 0 });
  });
});
