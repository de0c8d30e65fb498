import { SaxesParser } from 'saxes';
import { type Locale, LOCALE_CODES, LOCALES } from '#/language/locales.ts';
import { PLATFORMS } from '#/model/platform.ts';
import { expectAccessibleIn, showTheme } from '../accessible.ts';
import { type OwnSite, startOwnSite } from '../own-site.ts';
import { expect, messagesOf, pathIn, test as base } from '../test.ts';

const METRICS_TOKEN = 'end-to-end-metrics-token';
const OPERATOR_EMAIL = 'desk@operator.example';
/** One platform refuses its canary, another answers it. */
const CANARIES = 'https://www.youtube.com/watch?v=RateLim0001,https://x.com/replica/status/1800000000000000001';

const test = base.extend<object, { site: OwnSite }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants a pattern, also of nothing.
    async ({}, give) => {
      const site = await startOwnSite({ CANARY_LINKS: CANARIES, METRICS_TOKEN, OPERATOR_EMAIL, LOG_LEVEL: 'warn' });
      await give(site);
      await site.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ site }, give) => give(site.origin),
});

// All of them on one site: starting another takes longer than waiting for it.
test.describe.configure({ mode: 'default' });

test.beforeEach(async ({ request }) => {
  const incidents = async () => (await (await request.get('/api/v1/status')).json()).incidents;
  await expect.poll(incidents).toMatchObject([{ platform: 'youtube', code: 'rate_limited' }]);
});

/** What a page says of a platform that refuses its canary: its breaker opens and closes again. */
const troubled = (m: Awaited<ReturnType<typeof messagesOf>>) =>
  new RegExp(['status_state_degraded', 'status_state_unavailable'].map((key) => m[key]?.() ?? 'none').join('|'));

test('it is reached from every page’s end, and from the state on a platform’s page, which is of that platform alone', async ({
  page,
}) => {
  const state = page.getByRole('main').locator('p[data-state]').first();
  await page.goto('/tiktok');
  await expect(state).toContainText('Working');
  await page.goto('/youtube');
  // For a while the platform is not even asked, once it has refused often enough.
  await expect(state).toContainText(/Some links are failing right now|Unavailable right now/);
  await page.getByRole('link', { name: 'Status of all platforms' }).click();
  await expect(page.getByRole('region', { name: 'YouTube' })).toContainText(troubled(await messagesOf('en')));
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Status', exact: true }).click();
  await expect(page).toHaveURL(/\/status$/);
  await expect(page.getByRole('list', { name: 'Last 90 days' })).toHaveCount(PLATFORMS.length);
  await expect(page).toHaveTitle(/^Platform status/);
});

test('operators are told whether it lives, whether it can serve, and its figures', async ({ request }) => {
  expect((await request.get('/healthz')).status()).toBe(200);
  expect(await (await request.get('/readyz')).json()).toEqual({ status: 'ready', failing: [] });
  expect((await request.get('/metrics')).status()).toBe(401);
  const page = await request.get('/youtube', { headers: { 'x-request-id': 'of-a-proxy' } });
  expect(page.headers()['x-request-id']).toBe('of-a-proxy');
  const figures = await request.get('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const text = await figures.text();
  expect(text).toMatch(/clipferry_http_requests_total\{route="page",method="GET",status="200"\} \d+/);
  expect(text).toMatch(/clipferry_platform_state\{platform="youtube"\} 0(\.5)?\n/);
  expect(text).toMatch(/process_resident_memory_bytes \d/);
  expect(text).toMatch(/nodejs_eventloop_lag_seconds \d/);
});

test('the operator’s address stands at every page’s end, also after a step to another language, and in its data', async ({
  page,
}) => {
  await page.goto('/');
  const addresses = page.getByRole('contentinfo').locator('a[href^="mailto:"]');
  await expect(addresses).toHaveText(OPERATOR_EMAIL);
  expect(await page.locator('script[type="application/ld+json"]').textContent()).toContain(OPERATOR_EMAIL);
  await page.locator('header summary').first().click();
  await page.getByRole('banner').getByRole('link', { name: 'Français' }).click();
  await expect(page.getByRole('contentinfo')).toContainText('Tous les guides');
  await expect(addresses).toHaveText(OPERATOR_EMAIL);
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the page tells what is and was, in three languages and both themes', async ({ page }) => {
    for (const locale of ['en', 'ja', 'ru'] satisfies Locale[]) {
      const m = await messagesOf(locale);
      await page.goto(pathIn(locale, '/status'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(m['status_heading']?.() ?? '');
      const region = (name: string) => page.getByRole('region', { name });
      for (const theme of ['light', 'dark'] as const) {
        await showTheme(page, theme);
        await expect(region('YouTube').locator('header')).toContainText(troubled(m));
        // Nobody has asked for it yet.
        await expect(region('TikTok').locator('header')).toContainText(m['status_rate_none']?.() ?? '');
        const bars = (name: string) =>
          region('YouTube')
            .getByRole('list', { name: m[name]?.() ?? '' })
            .getByRole('listitem');
        await expect(bars('status_last_hours')).toHaveCount(24);
        await expect(bars('status_last_days')).toHaveCount(90);
        await expect(page.getByRole('region', { name: m['status_incidents']?.() ?? '' })).toContainText('YouTube');
        await expectAccessibleIn(page, theme);
      }
    }
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('it is the same', async ({ page }) => {
    await page.goto('/fr/status');
    const m = await messagesOf('fr');
    await expect(page.getByRole('region', { name: 'YouTube' })).toContainText(troubled(m));
    await expect(page.getByRole('listitem').filter({ hasText: m['status_state_unknown']?.() })).not.toHaveCount(0);
  });
});

test('the page names its languages and its feed', async ({ request }) => {
  const html = await (await request.get('/ja/status')).text();
  for (const code of LOCALE_CODES) expect(html).toContain(`hrefLang="${LOCALES[code].iso}"`);
  expect(html).toContain('type="application/atom+xml"');
  expect(html).toContain('href="/ja/status/feed.xml"');
  expect(html).not.toContain('noindex');
});

test('the feed is a feed, in each language', async ({ request, baseURL }) => {
  for (const locale of LOCALE_CODES) {
    const response = await request.get(pathIn(locale, '/status/feed.xml'));
    expect([response.status(), response.headers()['content-type']]).toEqual([
      200,
      'application/atom+xml; charset=utf-8',
    ]);
    const elements = readXml(await response.text());
    const m = await messagesOf(locale);
    expect(elements['feed/id']).toEqual([`${baseURL}${pathIn(locale, '/status')}`]);
    expect(elements['feed/title']?.[0]).toContain(m['status_heading']?.());
    expect(elements['feed/entry/id']?.[0]).toMatch(/^urn:uuid:/);
    expect(elements['feed/entry/title']?.[0]).toMatch(troubled(m));
    for (const name of ['feed/updated', 'feed/entry/updated'])
      expect(Date.parse(elements[name]?.[0] ?? '')).not.toBeNaN();
  }
  expect((await request.get('/xx/status/feed.xml')).status()).toBe(404);
});

/** Texts by the path of their element. Throws where it is not well-formed. */
function readXml(xml: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const path: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  const note = (text: string) => {
    if (text.trim() !== '') (found[path.join('/')] ??= []).push(text);
  };
  parser.on('opentag', ({ local, uri }) => {
    expect(uri).toBe('http://www.w3.org/2005/Atom');
    path.push(local);
  });
  parser.on('closetag', () => void path.pop());
  parser.on('text', note);
  parser.on('cdata', note);
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return found;
}
