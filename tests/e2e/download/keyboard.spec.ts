import type { Locator, Page } from '@playwright/test';
import { QUIET } from '../../platforms/context.ts';
import { expect } from '../test.ts';
import { newPerson, test } from '../accounts.ts';
import { hydrated } from '../hydrated.ts';

/** Every job of a visitor, by the keyboard alone: no test here touches a mouse, or focuses anything by itself. */

const BIG = 'https://youtu.be/BigFile0001';
const FILM = 'https://www.youtube.com/watch?v=OKvideo0001';
const POSTS = ['https://vm.tiktok.com/ZMreplica1/', 'https://x.com/replica/status/1800000000000000001', FILM];
/** Bytes per second at which a large film does not end while a test looks at it. */
const SLOW = 60_000;

test.afterEach(({ site }) => void Object.assign(site.knobs, QUIET));

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

/** Goes to something and presses a key on it. */
async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Types links into the field, and has them read. */
async function read(page: Page, path: string, ...links: string[]): Promise<void> {
  await page.goto(path);
  await tabTo(page, page.locator('#links'));
  await page.keyboard.insertText(links.join('\n'));
  await page.keyboard.press('Enter');
  await expect(page.locator('article[data-state="ready"]')).toHaveCount(links.length);
}

const focusIsLost = (page: Page) => page.evaluate(() => document.activeElement === document.body);

test('a link is read, its file begun, cancelled and tried again', async ({ page, site }) => {
  await read(page, '/youtube', BIG);
  site.knobs.throttleBytesPerS = SLOW;
  const begun = page.waitForEvent('download');
  await press(page, page.getByRole('link', { name: /^Download MP4/ }).first());
  await begun;
  await press(page, page.locator('article').getByRole('button', { name: /^Cancel/ }));
  const again = page.locator('article').getByRole('button', { name: /^Undo/ });
  await expect(again).toBeFocused();
  site.knobs.throttleBytesPerS = 0;
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect(await (await saved).failure()).toBeNull();
  await expect(page.locator('[data-state="done"]')).toBeVisible();
  // The button that had the focus is gone, and the focus is where it was.
  expect(await focusIsLost(page)).toBe(false);
  await expect(page.getByRole('article')).toBeFocused();
});

test('a format is chosen in the table, and what is taken is chosen beside the form', async ({ page }) => {
  await page.goto('/youtube');
  await tabTo(page, page.getByRole('radio', { name: 'Video', exact: true }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'MP3' })).toBeChecked();
  await tabTo(page, page.locator('#links'), 'Shift+Tab');
  await page.keyboard.insertText(FILM);
  await page.keyboard.press('Enter');
  await press(page, page.locator('summary', { hasText: /^All formats/ }));
  await expect(page.getByRole('table').first()).toBeVisible();
  const saved = page.waitForEvent('download');
  await press(page, page.getByRole('row').getByRole('link').first());
  expect(await (await saved).failure()).toBeNull();
});

test('entries are brought forward and back, and removed, and the focus stays among them', async ({ page }) => {
  await read(page, '/', ...POSTS);
  const titles = () => page.getByRole('article').evaluateAll((cards) => cards.map((one) => one.ariaLabel ?? ''));
  const before = await titles();
  await press(page, page.getByRole('button', { name: /^Show / }).first());
  await expect(page.getByRole('article').first()).toBeFocused();
  const down = page
    .locator('article')
    .first()
    .getByRole('button', { name: /^Move .* down$/ });
  await press(page, down);
  expect(await titles()).toEqual([before[1], before[0], before[2]]);
  await expect(page.locator('article').nth(1).locator(':focus')).toHaveCount(1);
  await press(
    page,
    page
      .locator('article')
      .nth(1)
      .getByRole('button', { name: /^Remove/ }),
  );
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('article').nth(1)).toBeFocused();
  await press(
    page,
    page
      .getByRole('article')
      .nth(1)
      .getByRole('button', { name: /^Remove/ }),
  );
  await expect(page.getByRole('article').first()).toBeFocused();
  await press(
    page,
    page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Remove/ }),
  );
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.locator('#links')).toBeFocused();
});

test('a clip is cut by its handles and by typed times', async ({ page }) => {
  await read(page, '/youtube', FILM);
  await press(page, page.getByRole('button', { name: 'Preview' }));
  const end = (role: 'slider' | 'textbox', name: string) => page.getByRole(role, { name, exact: true });
  await tabTo(page, end('slider', 'Start'));
  for (let tenths = 0; tenths < 10; tenths += 1) await page.keyboard.press('ArrowRight');
  await expect(end('textbox', 'Start')).toHaveValue('0:01.0');
  await tabTo(page, end('textbox', 'End'));
  await page.keyboard.insertText('0:03');
  const saved = page.waitForEvent('download');
  await press(page, page.getByRole('link', { name: 'Download clip' }));
  expect(await (await saved).failure()).toBeNull();
});

test('the sign-in dialog opens, keeps the focus, closes by Escape, and gives the focus back', async ({
  page,
  site,
}) => {
  const person = await newPerson(site);
  await page.goto('/terms');
  await hydrated(page);
  const account = page.locator('header a[href$="/account"]');
  const dialog = page.getByRole('dialog');
  await press(page, account);
  await expect(dialog.locator('input[name="username"]')).toBeVisible();
  for (let presses = 0; presses < 15; presses += 1) {
    await page.keyboard.press('Tab');
    const isInside = await page.evaluate(
      () => document.activeElement === document.body || Boolean(document.activeElement?.closest('dialog')),
    );
    expect(isInside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(account).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.locator('input[name="username"]'));
  await page.keyboard.insertText(person.email);
  await tabTo(page, dialog.locator('input[name="password"]'));
  await page.keyboard.insertText(person.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(account).toBeFocused();
});

test('language and appearance are changed, and the content is one key away', async ({ page }) => {
  await page.goto('/terms');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).hash).toBe('#main');
  await page.goto('/tiktok');
  await hydrated(page);
  const theme = page.locator('header summary').filter({ hasText: 'Theme' });
  await press(page, theme);
  await tabTo(page, page.getByRole('radio', { name: 'Automatic' }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.keyboard.press('Escape');
  await expect(theme).toBeFocused();
  await expect(theme).toHaveText(/^Theme:\s*Dark$/, { useInnerText: true });
  const languages = page.locator('header summary').first();
  await tabTo(page, languages, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const french = page.locator('header').getByRole('link', { name: 'Français' }).first();
  await tabTo(page, french);
  await page.keyboard.press('Escape');
  await expect(french).toBeHidden();
  await expect(languages).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, french);
  await expect(page).toHaveURL(/\/fr\/tiktok/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-FR');
  await expect(languages).toBeFocused();
});
