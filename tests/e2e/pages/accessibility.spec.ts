import type { Page } from '@playwright/test';
import { LOCALE_CODES } from '#/language/locales.ts';
import { PLATFORMS } from '#/model/platform.ts';
import { DOCUMENT_SLUGS } from '#/site/documents/document-groups.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoOverflow,
  expectReflow,
  expectRobustLook,
  expectVisibleFocus,
  showTheme,
} from '../accessible.ts';
import { hydrated } from '../hydrated.ts';
import { expect, pathIn, test } from '../test.ts';

/**
 * The pages and states that a visitor without an account meets. Those of an account are looked at in account-look.spec.ts and
 * authenticator-*.spec.ts, the operators' in admin.spec.ts, consent in consent.spec.ts.
 */
const DOCUMENTS = DOCUMENT_SLUGS.map((slug) => `/${slug}`);
const PAGES = ['/', ...PLATFORMS.map((platform) => `/${platform}`), '/status', '/api', ...DOCUMENTS];
const TRANSLATIONS = LOCALE_CODES.filter((code) => code !== 'en');
/** What a page has of a test's time: twenty times what it takes where nothing else runs. */
const PAGE_MS = 60_000;
const FILM = 'https://www.youtube.com/watch?v=OKvideo0001';
/** Ten links, of which some fail. */
const TEN = [
  'https://www.facebook.com/watch/?v=900000000000001',
  'https://www.instagram.com/p/REPLICAca02/',
  'https://vm.tiktok.com/ZMreplica1/',
  'https://www.tiktok.com/@replica.user/photo/7400000000000000002',
  'https://x.com/replica/status/1800000000000000001',
  FILM,
  'https://www.youtube.com/watch?v=MultiAudio1',
  'https://www.youtube.com/playlist?list=PLreplica0000000000000000000000003',
  'https://www.youtube.com/watch?v=Private0001',
  'https://evil.example/x',
];

/** Pages whose focus is looked at in the light as well, and in forced colours. */
const LOOKED_AT_CLOSELY = ['/youtube', '/status', '/api', '/dmca'];

// Some pages a test, one after the other in one tab: opening a tab takes longer than looking at a page.
for (const paths of groupsOf(8, PAGES)) {
  test(`${paths.join(', ')} in English, in both themes, at any zoom and by the keyboard`, async ({ page }) => {
    test.setTimeout(paths.length * PAGE_MS);
    for (const path of paths) {
      await test.step(path, async () => {
        await page.goto(path);
        await hydrated(page);
        await expectAccessibleInBothThemes(page);
        await expectReflow(page);
        await expectVisibleFocus(page);
        if (!LOOKED_AT_CLOSELY.includes(path)) return;
        await showTheme(page, 'light');
        await expectVisibleFocus(page);
        await expectRobustLook(page);
      });
    }
  });
}

const TRANSLATED = TRANSLATIONS.flatMap((locale, index) => [
  pathIn(locale, `/${PLATFORMS[index % PLATFORMS.length]}`),
  pathIn(locale, DOCUMENTS[(index * 5) % DOCUMENTS.length] ?? '/terms'),
]);
for (const paths of groupsOf(6, TRANSLATED)) {
  test(`${paths.join(', ')}, on a narrow screen`, async ({ page }) => {
    test.setTimeout(paths.length * PAGE_MS);
    await page.setViewportSize({ width: 320, height: 740 });
    for (const path of paths) {
      await test.step(path, async () => {
        await page.goto(path);
        await hydrated(page);
        await expectAccessible(page);
      });
    }
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 740 } });

  for (const locale of TRANSLATIONS) {
    test(`no page in ${locale} is wider than 320 or 360 px`, async ({ page }) => {
      for (const [index, path] of PAGES.entries()) {
        await page.goto(pathIn(locale, path));
        // From the width of the page before to the other.
        const widths = index % 2 === 0 ? [320, 360] : [360, 320];
        for (const width of widths) {
          await page.setViewportSize({ width, height: 740 });
          await expectNoOverflow(page, `${path} at ${width} px`);
        }
      }
    });
  }
});

test.describe('a page that is not there', () => {
  test.use({ expectedStatuses: [404] });

  test('has no obstacle', async ({ page }) => {
    await page.goto('/nothing-here');
    await expectAccessibleInBothThemes(page);
    await expectReflow(page);
  });
});

function groupsOf<Item>(size: number, items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(size * n, size * (n + 1)));
}

async function read(page: Page, ...links: string[]): Promise<void> {
  await page.locator('#links').fill(links.join('\n'));
  await page.locator('#links').press('Enter');
  await expect(page.locator('article')).toHaveCount(links.length);
  await expect(page.locator('article[data-state="ready"], article[data-state="failed"]')).toHaveCount(links.length);
}

test('a film of many sounds and texts fits a narrow screen in Russian', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await page.goto('/ru/youtube');
  await read(page, 'https://www.youtube.com/watch?v=ManySounds1');
  await page.locator('article summary').first().click();
  const choices = page.locator('article select:visible');
  await expect(choices.first()).toBeVisible();
  const edge = await page.locator('article').evaluate((element) => element.getBoundingClientRect().right);
  const edges = await choices.evaluateAll((all) => all.map((element) => element.getBoundingClientRect().right));
  expect(Math.max(...edges)).toBeLessThan(edge);
  await expectAccessible(page);
});

test('a result with its formats open, and the player with a clip', async ({ page }) => {
  await page.goto('/youtube');
  await read(page, FILM);
  await page.getByText(/^All formats/).click();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.locator('video')).toBeVisible();
  await page.getByRole('textbox', { name: 'Start', exact: true }).fill('0:01');
  await page.getByRole('textbox', { name: 'End', exact: true }).fill('0:03');
  await expectAccessibleInBothThemes(page);
  await expectReflow(page);
  await expectVisibleFocus(page);
  await expectRobustLook(page);
});

test('a queue of ten, with failures', async ({ page }) => {
  await page.goto('/');
  await read(page, ...TEN);
  await expect(page.locator('article[data-state="failed"]')).not.toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await expectReflow(page);
});

test('what is wrong with the form is told at once', async ({ page }) => {
  await page.goto('/tiktok');
  await page.locator('#links').fill('no link at all');
  await page.locator('#links').press('Enter');
  const told = 'This isn’t a valid link. Use the post’s Share button to copy the whole link, then paste it here.';
  await expect(page.getByRole('alert')).toHaveText(told);
  await expect(page.locator('#links')).toHaveAccessibleDescription(told);
  await expectAccessibleInBothThemes(page);
});

test('the menu of a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/youtube');
  await page.getByText('Menu', { exact: true }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'TikTok' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectVisibleFocus(page);
});

test('the keys', async ({ page }) => {
  await page.goto('/youtube');
  // Before, the button does nothing.
  await hydrated(page);
  await page.locator('#links').focus();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectReflow(page);
});

test.describe('without a connection', () => {
  test.use({ isCutOff: true });

  test('the note about it, and a link that waits', async ({ page, context }) => {
    await page.goto('/youtube');
    await read(page, FILM);
    const health = page.locator('p[data-state="working"]');
    await expect(async () => {
      await page.reload();
      await expect(health).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await context.setOffline(true);
    await expect(page.getByText('You’re offline. Links you add wait')).toBeVisible();
    // What was true when the page came is not known any more.
    await expect(health).toBeHidden();
    await page.locator('#links').fill(TEN[0] ?? '');
    await page.locator('#links').press('Enter');
    await expect(page.locator('article')).toHaveCount(2);
    await expectAccessibleInBothThemes(page);
  });
});
