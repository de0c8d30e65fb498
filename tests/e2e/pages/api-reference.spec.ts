import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Locale, LOCALE_CODES } from '#/language/locales.ts';
import { OPERATION_IDS } from '#/model/api-reference.ts';
import { expectAccessibleInBothThemes } from '../accessible.ts';
import { API_KEY } from '../settings.ts';
import { expect, messagesOf, pathIn, test } from '../test.ts';
import { visitorOf } from '../visitor.ts';

const run = promisify(execFile);

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  for (const locale of ['en', 'ja', 'ru'] satisfies Locale[]) {
    test(`the reference tells all there is, in ${locale}, in both themes`, async ({ page }) => {
      const m = await messagesOf(locale);
      await page.goto(pathIn(locale, '/api'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(m['api_ref_heading']?.() ?? '');
      for (const id of OPERATION_IDS) await expect(page.locator(`article#${id}`)).toHaveCount(1);
      const resolve = page.getByRole('article', { name: m['api_ref_op_resolve']?.(), exact: true });
      await expect(resolve.getByText("curl '")).toBeVisible();
      await page.getByRole('radio', { name: 'Python' }).check();
      await expect(resolve.getByText('requests.post(')).toBeVisible();
      await expect(resolve.getByText("curl '")).toBeHidden();
      await resolve.locator('summary').filter({ hasText: m['api_ref_response_example']?.() }).click();
      await expect(resolve.getByText('"canonicalUrl"')).toBeVisible();
      await resolve.locator('summary').filter({ hasText: m['api_ref_failures_title']?.() }).click();
      await expect(resolve.getByRole('link', { name: 'unsupported_host', exact: true })).toBeVisible();
      const index = page.getByRole('navigation', { name: m['api_ref_index']?.(), exact: true });
      await index.locator('summary').click();
      await index.getByRole('link', { name: m['api_ref_op_get_usage']?.(), exact: true }).click();
      await expect(page.locator('article#getUsage')).toBeInViewport();
      await expectAccessibleInBothThemes(page);
    });
  }
});

test('it exists once per language, each with its own words; below it is the API', async ({ request }) => {
  const titles = new Set<string>();
  for (const locale of LOCALE_CODES) {
    const answer = await request.get(pathIn(locale, '/api'));
    expect(answer.status()).toBe(200);
    const [, title = ''] = /<title>([^<]*)<\/title>/.exec(await answer.text()) ?? [];
    titles.add(title);
  }
  expect(titles.size).toBe(LOCALE_CODES.length);
  expect((await request.get('/api/nothing')).headers()['content-type']).toContain('application/problem+json');
  const document = await request.get('/api/v1/openapi.json');
  expect((await document.json()).openapi).toBe('3.1.1');
  const etag = document.headers()['etag'] ?? '';
  const again = await request.get('/api/v1/openapi.json', { headers: { 'if-none-match': etag } });
  expect(again.status()).toBe(304);
});

test('an example is copied with two presses and no scrolling, and is answered with nothing changed but the key', async ({
  page,
  context,
}) => {
  const m = await messagesOf('en');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/api');
  const { press, scrollTo, cost } = visitorOf(page);
  const step = page.getByRole('listitem').filter({ hasText: m['api_ref_start_check_text']?.() ?? '' });
  await press(page.locator('label:has(input[value="JavaScript"])'));
  const copy = step.getByRole('figure').filter({ hasText: 'JavaScript' }).getByRole('button');
  await scrollTo(copy);
  await press(copy);
  await expect(copy).toHaveText(m['download_copied']?.() ?? '');
  expect(cost()).toEqual({ presses: 2, scrolledPx: 0 });
  const example = await page.evaluate(() => navigator.clipboard.readText());
  // It throws unless it is answered with a success, and writes what came: links to files.
  const { stdout } = await run(process.execPath, [
    '--input-type=module',
    '--eval',
    example.replace('cf_YOUR_KEY', API_KEY),
  ]);
  expect(stdout).toContain('/api/video/');
});

test('it is reached from every page’s end', async ({ page }) => {
  await page.goto('/fr');
  await page.getByRole('contentinfo').getByRole('link', { name: 'API', exact: true }).click();
  await expect(page).toHaveURL(/\/fr\/api$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Référence de l’API');
  await expect(page.locator('article#resolve')).toBeVisible();
});

test.describe('the form', () => {
  test.use({ expectedStatuses: [401] });

  test('calls this server without a key, and with one that is kept nowhere', async ({ page, context }) => {
    await page.goto('/api');
    const form = page.getByRole('region', { name: 'Try it' });
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(form.getByRole('figure')).toContainText('Response 200');
    await expect(form.getByRole('figure')).toContainText('"youtube": {');
    await expect(form.getByRole('figure')).toContainText('etag: W/"');
    await form.getByLabel('Operation').selectOption('getUsage');
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(form.getByRole('figure')).toContainText('"code": "unauthorized"');
    await form.getByLabel('Key').fill(API_KEY);
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(form.getByRole('figure')).toContainText('"resolutions": {');
    const { cookies, origins } = await context.storageState();
    expect(JSON.stringify([cookies, origins])).not.toContain(API_KEY);
    await page.reload();
    await form.getByLabel('Operation').selectOption('getUsage');
    await expect(form.getByLabel('Key')).toHaveValue('');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('it tells the same', async ({ page }) => {
    await page.goto('/ko/api');
    await expect(page.locator('article#getDownload')).toContainText('/api/v1/downloads/');
    const m = await messagesOf('ko');
    const resolve = page.locator('article#resolve');
    await expect(resolve.getByText('"canonicalUrl"')).toBeHidden();
    await resolve.locator('summary').filter({ hasText: m['api_ref_response_example']?.() }).click();
    await expect(resolve.getByText('"canonicalUrl"')).toBeVisible();
  });
});
