import type { Page } from '@playwright/test';
import { LOCALE_CODES } from '#/language/locales.ts';
import { DOCUMENT_SLUGS } from '#/site/documents/document-groups.ts';
import { expectAccessibleInBothThemes } from '../accessible.ts';
import { hydrated } from '../hydrated.ts';
import { expect, messagesOf, pathIn, test } from '../test.ts';

const LINK = 'https://x.com/replica/status/1800000000000000001';

test('every document is there in every language, with its title as the one heading, and leads on', async ({
  request,
}) => {
  for (const locale of LOCALE_CODES) {
    for (const slug of DOCUMENT_SLUGS) {
      const response = await request.get(pathIn(locale, `/${slug}`));
      const html = await response.text();
      expect(response.status(), `${locale} ${slug}`).toBe(200);
      expect(html.match(/<h1[ >]/g), `${locale} ${slug}`).toHaveLength(1);
      expect(html, `${locale} ${slug}`).toMatch(/rel="(?:prev|next)"/);
      expect(html, `${locale} ${slug}`).not.toContain('[#');
    }
  }
});

test('a document is read, its contents lead to its sections, and each section has a link to itself', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/dmca');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  // By the keyboard: what is focused after a click is not shown to be.
  await contents.getByRole('link', { name: 'What a notice must contain' }).press('Enter');
  await expect(page).toHaveURL(/\/dmca#notice$/);
  await expect(page.getByRole('heading', { name: 'What a notice must contain' })).toBeInViewport();
  const anchor = page.getByRole('link', { name: 'Link to this section: What happens then' });
  await anchor.focus();
  await expect(anchor).toHaveCSS('opacity', '1');
  await anchor.press('Enter');
  await expect(page).toHaveURL(/#what-happens$/);
  await expect(page.getByText('Last updated on')).toBeVisible();
});

test('on a narrow screen the contents are folded, and nothing is wider than the page', async ({ page }) => {
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 });
    for (const path of ['/limits', '/ru/formats', '/ja/supported-links', '/install', '/dmca']) {
      await page.goto(path);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
  await page.goto('/dmca');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await expect(contents.getByRole('link')).toHaveCount(0);
  await contents.locator('summary').click();
  await expect(contents.getByRole('link')).not.toHaveCount(0);
});

test('links lead on within the group and the reader’s language', async ({ page }) => {
  const m = await messagesOf('fr');
  await page.goto('/fr/terms');
  await expect(page.getByRole('main').locator('a[href="/terms"]')).toHaveText(m['content_english']?.() ?? '');
  await page.locator('a[rel="next"]').click();
  await expect(page).toHaveURL(/\/fr\/acceptable-use$/);
  await page.locator('a[rel="prev"]').click();
  await expect(page).toHaveURL(/\/fr\/terms$/);
  await page.getByRole('contentinfo').locator('a[href="/fr/dmca"]').click();
  await expect(page.locator('article a[href^="/"]').first()).toHaveAttribute('href', /^\/fr\//);
});

test('who looks at the English original of a document stays with the language that was chosen', async ({
  page,
  context,
  baseURL,
}) => {
  const choice = { name: 'i18n_redirected', value: 'fr' };
  await context.addCookies([{ ...choice, url: baseURL ?? '' }]);
  await page.goto('/fr/terms');
  await page.getByRole('main').locator('a[href="/terms"]').click();
  await expect(page).toHaveURL('/terms');
  expect(await context.cookies()).toContainEqual(expect.objectContaining(choice));
});

test('a reader who has scrolled before the code came stays there', async ({ page }) => {
  const arrived = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', (route) => arrived.promise.then(() => route.continue()));
  await page.goto('/fr/terms', { waitUntil: 'commit' });
  await page.locator('a[rel="next"]').scrollIntoViewIfNeeded();
  const scrolledPx = () => page.evaluate(() => scrollY);
  const before = await scrolledPx();
  expect(before).toBeGreaterThan(1_000);
  // The whole page is there, but for its code.
  await page.waitForFunction(() => '$_TSR' in globalThis);
  arrived.resolve();
  await hydrated(page);
  // What the router does with a page that is shown, it does in the frame after.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await scrolledPx()).toBe(before);
});

test('printed, a document is its text alone', async ({ page }) => {
  await page.goto('/dmca');
  await page.emulateMedia({ media: 'print' });
  for (const part of ['banner', 'contentinfo'] as const) await expect(page.getByRole(part).first()).toBeHidden();
  await expect(page.getByRole('main').locator('form').first()).toBeHidden();
  await expect(page.getByRole('heading', { name: 'What a notice must contain' })).toBeVisible();
  const address = await page
    .locator('article a[href^="/privacy"]')
    .first()
    .evaluate((link) => getComputedStyle(link, '::after').content);
  expect(address).toContain('/privacy');
});

test('a document is there as Markdown, with its facts filled in, and llms.txt leads to it', async ({
  request,
  baseURL,
}) => {
  const list = await (await request.get('/llms.txt')).text();
  expect(list).toContain(`${baseURL}/limits.md`);
  for (const locale of ['en', 'ja'] as const) {
    const answer = await request.get(`${pathIn(locale, '/privacy')}.md`);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    const text = await answer.text();
    const m = await messagesOf(locale);
    expect(text).toMatch(/^# \S/);
    expect(text).toContain(`**${m['content_operator_name']?.()}**: *${m['content_operator_unset']?.()}*`);
    expect(text).not.toMatch(/<[a-zA-Z]|\[#/);
  }
  // Links that others have put something behind lead there, too.
  const followed = await request.get('/fr/privacy.md?utm_source=x');
  expect([followed.status(), followed.headers()['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
  expect((await request.get('/youtube.md')).status()).toBe(404);
});

test('the old address of the takedown page leads to the new one', async ({ request }) => {
  for (const locale of ['en', 'ja'] as const) {
    const response = await request.get(pathIn(locale, '/takedown'), { maxRedirects: 0 });
    expect([response.status(), response.headers()['location']]).toEqual([308, pathIn(locale, '/dmca')]);
  }
});

test('the bookmarklet is there to be dragged, and addresses to be copied', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/fr/install');
  const m = await messagesOf('fr');
  const link = page.locator('[data-bookmarklet]');
  expect(await link.getAttribute('href')).toContain(`javascript:void(location.href="${baseURL}/fr?u="`);
  const copy = page.locator('[data-copy]').getByRole('button', { name: m['content_copy']?.() ?? '', exact: true });
  await copy.last().click();
  await expect(page.getByRole('button', { name: m['download_copied']?.() ?? '' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`${baseURL}/fr`);
  await link.click();
  await expect(page.getByRole('status').filter({ hasText: m['content_bookmarklet_hint']?.() ?? '' })).toBeVisible();
  await expect(page).toHaveURL(/\/fr\/install$/);
});

/** Fills in the form of a notice, or of an objection. */
async function fillIn(page: Page, form: 'takedown' | 'counter-notice', answers: Record<string, string> = {}) {
  const field = (name: string) => page.locator(`#${form}-${name}`);
  const texts = { links: LINK, work: 'My film.', name: 'Ada Owner', email: 'ada@example.org', signature: 'Ada Owner' };
  for (const [name, text] of Object.entries({ ...texts, ...answers })) await field(name).fill(text);
  for (const box of await page.locator(`#${form}-form input[type="checkbox"]`).all()) await box.check();
  await page.locator(`#${form}-form button[type="submit"]`).click();
}

const REFERENCE = /[\da-f]{8}-[\da-f-]{27}/;
const referenceIn = async (page: Page, form: string) =>
  REFERENCE.exec((await page.locator(`#${form}-form`).getByRole('status').textContent()) ?? '')?.[0] ?? '';

test('a notice and an objection to it are sent without leaving the page', async ({ page }) => {
  await page.goto('/dmca');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.locator('#takedown-links').fill('no link');
  await expect(page.locator('#takedown-form[data-live]')).toBeAttached();
  await page.locator('#takedown-form button[type="submit"]').click();
  await expect(page.locator('#takedown-links')).toBeFocused();
  await expect(page.locator('#takedown-links')).toHaveAccessibleDescription(/Each line must be a full link/);
  await expectAccessibleInBothThemes(page);
  await fillIn(page, 'takedown', { links: `${LINK}\n${LINK}2` });
  await expect(page.locator('#takedown-form').getByRole('status')).toBeFocused();
  const caseId = await referenceIn(page, 'takedown');
  await fillIn(page, 'counter-notice', { caseId, address: '1 Hill Road', phone: '+15550100' });
  await expect(page.locator('#counter-notice-form').getByRole('status')).toContainText(REFERENCE);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, expectedStatuses: [422] });

  test('a notice is answered by its number, after what was wrong was told at its fields', async ({ page }) => {
    const m = await messagesOf('ru');
    await page.goto('/ru/dmca');
    await fillIn(page, 'takedown', { links: 'no link' });
    await expect(page.locator('#takedown-links')).toHaveAccessibleDescription(
      new RegExp(m['content_form_bad_links']?.() ?? ''),
    );
    await expect(page.locator('#takedown-work')).toHaveValue('My film.');
    await page.locator('#takedown-links').fill(LINK);
    await page.locator('#takedown-form button[type="submit"]').click();
    await expect(page.locator('#takedown-form').getByRole('status')).toContainText(REFERENCE);
  });

  test('an objection to a case that there is not is told so', async ({ page }) => {
    await page.goto('/dmca');
    const caseId = '00000000-0000-4000-8000-000000000001';
    await fillIn(page, 'counter-notice', { caseId, address: '1 Hill Road', phone: '+15550100' });
    await expect(page.locator('#counter-notice-caseId')).toHaveAccessibleDescription(
      /There’s no case with this number/,
    );
  });
});

test('what no form of this site sends is refused', async ({ request }) => {
  const form = { kind: 'takedown' };
  const cross = await request.post('/dmca', { form, headers: { 'sec-fetch-site': 'cross-site' } });
  expect(cross.status()).toBe(405);
  expect((await request.post('/dmca', { form: { kind: 'other' } })).status()).toBe(400);
  expect((await request.post('/dmca', { form: { ...form, work: 'x'.repeat(200_000) } })).status()).toBe(413);
  expect((await request.post('/privacy', { form })).status()).toBe(405);
});
