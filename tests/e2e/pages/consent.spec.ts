import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Locale } from '#/language/locales.ts';
import { expectAccessible, showTheme } from '../accessible.ts';
import { type OwnSite, startOwnSite } from '../own-site.ts';
import { expect, messagesOf, pathIn, test as base } from '../test.ts';

const ID = 'GTM-TEST123';
const SCRIPT = `https://www.googletagmanager.com/gtm.js?id=${ID}`;

/** Of all requests to elsewhere that the browser makes; the tag manager's script is answered here, and sends what it is told to itself. */
async function watchOutside(context: BrowserContext, site: OwnSite): Promise<string[]> {
  const outside: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== site.origin) outside.push(request.url());
  });
  await context.route('https://www.googletagmanager.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'document.documentElement.dataset.tags = "run";' }),
  );
  return outside;
}

type Visitor = { page: Page; outside: string[] };

/** A site with a tag manager, and a visitor whose requests to elsewhere are looked at. */
const test = base.extend<{ visitor: Visitor }, { site: OwnSite }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants a pattern, also of nothing.
    async ({}, give) => {
      const site = await startOwnSite({ TAG_MANAGER_ID: ID, GUEST_RESOLUTIONS: '1000', GUEST_DOWNLOADS: '1000' });
      await give(site);
      await site.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ site }, give) => give(site.origin),
  visitor: async ({ browser, site }, give) => {
    const context = await browser.newContext({ baseURL: site.origin, locale: 'en-US' });
    const outside = await watchOutside(context, site);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      const isPlaywrights = message.text().startsWith('Service Worker registration blocked');
      if (['error', 'warning'].includes(message.type()) && !isPlaywrights) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    await give({ page, outside });
    await context.close();
    expect(problems).toEqual([]);
  },
});

// All of them on one site: starting another takes longer than waiting for it.
test.describe.configure({ mode: 'default' });

async function textsIn(locale: Locale) {
  const messages = await messagesOf(locale);
  return (key: string) => messages[`analytics_${key}`]?.() ?? `no text ${key}`;
}

const panelOf = (page: Page, title = 'Allow analytics?') => page.getByRole('region', { name: title });
const choices = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: 'Privacy choices' });
const events = (page: Page) =>
  page.evaluate(() =>
    (window.dataLayer ?? []).map((event) =>
      Object.fromEntries(Object.entries(event).filter(([name]) => name !== 'gtm.start')),
    ),
  );

for (const locale of ['en', 'ru', 'ja'] as const) {
  test(`in ${locale}: nothing leaves the site before the visitor allows it, and then the script alone`, async ({
    visitor: { page, outside },
  }) => {
    const text = await textsIn(locale);
    await page.goto(pathIn(locale, '/tiktok'));
    const panel = panelOf(page, text('title'));
    await expect(panel).toBeVisible();
    await expect(panel.getByRole('link', { name: text('more') })).toHaveAttribute('href', pathIn(locale, '/cookies'));
    expect(outside).toEqual([]);
    await panel.getByRole('button', { name: text('allow') }).click();
    await expect(panel).toBeHidden();
    await expect.poll(() => outside).toEqual([SCRIPT]);
    await expect(page.locator('html')).toHaveAttribute('data-tags', 'run');
    const name = `tiktok___${locale === 'en' ? 'default' : locale}`;
    expect(await events(page)).toEqual([{ event: 'gtm.js' }, { event: 'page_view', page: name }]);
    // It is asked once; what was allowed is loaded by itself on the next page.
    await page.goto(pathIn(locale, '/youtube'));
    await expect.poll(() => outside.length).toBe(2);
    await expect(panel).toBeHidden();
  });
}

test('a refusal is remembered; it can be changed in the footer, and changed back', async ({
  visitor: { page, outside },
}) => {
  await page.goto('/');
  await panelOf(page).getByRole('button', { name: 'Decline' }).click();
  await page.goto('/status');
  await choices(page).click();
  await expect(panelOf(page)).toContainText('You declined analytics');
  expect(outside).toEqual([]);
  await panelOf(page).getByRole('button', { name: 'Allow' }).click();
  await expect(choices(page)).toBeFocused();
  await expect.poll(() => outside).toEqual([SCRIPT]);
  await page.evaluate(() => (document.cookie = '_ga=1; path=/'));

  const reloaded = page.waitForEvent('load');
  await choices(page).click();
  await panelOf(page).getByRole('button', { name: 'Decline' }).click();
  await reloaded;
  await expect(panelOf(page)).toContainText('Nothing more is counted or sent.');
  expect(await page.evaluate(() => [document.cookie, document.documentElement.dataset['tags'] ?? null])).toEqual([
    '',
    null,
  ]);
  await panelOf(page).getByRole('button', { name: 'Close' }).click();
  await expect(choices(page)).toBeFocused();
  expect(outside).toEqual([SCRIPT]);

  // It was said: a step to another language does not say it again.
  const text = await textsIn('fr');
  await page.locator('header summary').filter({ hasText: 'English' }).first().click();
  await page.locator('header a[hreflang="fr-FR"]').first().click();
  await expect(page.getByRole('contentinfo').getByRole('button', { name: text('choices') })).toBeVisible();
  await expect(panelOf(page, text('title'))).toBeHidden();
});

test('pages and downloads are told by names of ours, with no link and no title', async ({
  visitor: { page, outside },
}) => {
  await page.goto('/');
  await panelOf(page).getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'TikTok' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('TikTok');
  await page.locator('#links').fill('https://vm.tiktok.com/ZMreplica1/');
  await page.locator('#links').press('Enter');
  await page
    .getByRole('link', { name: /^Download MP4/ })
    .first()
    .click();
  await expect(page.locator('[data-state="done"]')).toBeVisible();
  const on = { page: 'tiktok___default', platform: 'tiktok' };
  expect(await events(page)).toEqual([
    { event: 'gtm.js' },
    { event: 'page_view', page: 'index___default' },
    { event: 'page_view', page: 'tiktok___default' },
    { event: 'link_read', kind: 'video', ...on },
    { event: 'download_started', kind: 'video+audio', ...on },
    { event: 'download_done', kind: 'video+audio', ...on },
  ]);
  expect(outside).toEqual([SCRIPT]);
});

test('on a page whose address holds a link, the tag manager is not loaded, though allowed', async ({
  visitor: { page, outside },
}) => {
  await page.goto('/');
  await panelOf(page).getByRole('button', { name: 'Allow' }).click();
  await expect.poll(() => outside).toEqual([SCRIPT]);
  await page.goto('/tiktok?u=https%3A%2F%2Fvm.tiktok.com%2FZMreplica1%2F');
  await expect(choices(page)).toBeVisible();
  expect(outside).toEqual([SCRIPT]);
});

test('a browser that asks not to be tracked is not asked', async ({ visitor: { page, outside } }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  await page.goto('/');
  await choices(page).click();
  await expect(panelOf(page)).toContainText('so analytics is off');
  await page.keyboard.press('Escape');
  await expect(choices(page)).toBeFocused();
  expect(outside).toEqual([]);
});

/** How an answer looks, and how wide it is. */
function lookOf(answer: Locator) {
  return answer.evaluate((element) => {
    const { color, backgroundColor, borderColor, fontSize, fontWeight } = getComputedStyle(element);
    const width = Math.round(element.getBoundingClientRect().width);
    return [color, backgroundColor, borderColor, fontSize, fontWeight, width];
  });
}

test('at 360 px in both themes, the field, the buttons and the modes are not covered, and the keyboard reaches the answers first', async ({
  visitor: { page },
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const [lightFirst, darkFirst] = [['light', 'dark'] as const, ['dark', 'light'] as const];
  const pages = (['en', 'fr', 'ro', 'ru', 'ja'] as const).flatMap((locale, n) => [
    { locale, path: '/', themes: n % 2 === 0 ? lightFirst : darkFirst },
    { locale, path: '/instagram', themes: n % 2 === 0 ? darkFirst : lightFirst },
  ]);
  for (const { locale, path, themes } of pages) {
    const text = await textsIn(locale);
    await page.emulateMedia({ colorScheme: themes[0] });
    await page.goto(pathIn(locale, path));
    const panel = panelOf(page, text('title'));
    await expect(panel).toBeVisible();
    const link = panel.getByRole('link');
    const [refuse, allow] = (['refuse', 'allow'] as const).map((answer) =>
      panel.getByRole('button', { name: text(answer) }),
    ) as [Locator, Locator];
    for (const theme of themes) {
      await showTheme(page, theme);
      const [modes, above] = [await page.locator('#download form fieldset').boundingBox(), await panel.boundingBox()];
      expect((modes?.y ?? 0) + (modes?.height ?? 0), locale).toBeLessThanOrEqual(above?.y ?? 0);
      expect(await lookOf(refuse)).toEqual(await lookOf(allow));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      // Into it by Tab, and in the other theme back again.
      const [key, stops] =
        theme === themes[0] ? (['Tab', [link, refuse, allow]] as const) : (['Shift+Tab', [refuse, link]] as const);
      for (const stop of stops) {
        await page.keyboard.press(key);
        await expect(stop).toBeFocused();
        if (stop !== link) await expect(stop).toBeInViewport({ ratio: 1 });
      }
      if (path === '/') await expectAccessible(page);
    }
  }
});
