import { question, section, siteTexts, test, TWITTER } from './account-pages.ts';
import { type AccountSite, signIn } from '../accounts.ts';
import { expect, pathIn } from '../test.ts';
import type { Page } from '@playwright/test';

const text = await siteTexts();

/** As a program asks, without a browser. */
const ask = ({ origin }: AccountSite, key: string, path = 'usage', init: RequestInit = {}) =>
  fetch(`${origin}/api/v1/${path}`, { ...init, headers: { 'api-key': key, 'content-type': 'application/json' } });

/** Fills the form as far as it is not as wanted, sends it, and gives the key that is shown. */
async function create(page: Page, name: string, change: (form: Page) => Promise<void> = async () => {}) {
  await page.getByLabel(text('account_keys_name'), { exact: true }).fill(name);
  await change(page);
  await page.getByRole('button', { name: text('account_keys_create'), exact: true }).click();
  const shown = section(page, text('account_keys_created', { name }));
  await expect(shown.getByText(text('account_keys_once'))).toBeVisible();
  return { shown, secrets: await shown.locator('code').allTextContents() };
}

test('a key is made, shown once and copied, opens the API, shows what it used, and is refused once it is revoked', async ({
  page,
  person,
  site,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, person, '/account/keys');
  await expect(page.getByText(text('account_keys_none_text'), { exact: true })).toBeVisible();
  const { shown, secrets } = await create(page, 'nightly');
  const [secret = ''] = secrets;
  expect(secrets).toEqual([expect.stringMatching(/^cf_[\w-]{43}$/)]);
  await shown.getByRole('button').first().click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await shown.getByRole('button', { name: text('account_keys_done') }).click();
  await expect(page.getByText(secret)).toHaveCount(0);

  const resolved = await ask(site, secret, 'resolve', { method: 'POST', body: JSON.stringify({ url: TWITTER.link }) });
  expect([resolved.status, resolved.headers.has('ratelimit-remaining')]).toEqual([200, true]);
  for (const [method, status] of [
    ['HEAD', 200],
    ['OPTIONS', 204],
    ['PUT', 405],
  ] as const)
    expect((await ask(site, secret, 'usage', { method })).status).toBe(status);
  await page.reload();
  const row = page.getByRole('listitem', { name: 'nightly', exact: true });
  await expect(row.getByText(`${secret.slice(0, 9)}…`)).toBeVisible();
  await expect(row.getByRole('progressbar', { name: text('account_keys_links') })).toHaveAttribute('value', '1');
  expect(await page.content()).not.toContain(secret);

  await row.getByRole('button', { name: text('account_keys_revoke') }).click();
  await question(page)
    .getByRole('button', { name: text('account_keys_revoke'), exact: true })
    .click();
  await expect(page.getByText(text('account_keys_revoked'))).toBeVisible();
  await expect.poll(async () => (await ask(site, secret)).status).toBe(401);
});

test('a new key, and what is typed below it, stay as they are in another language', async ({ page, person }) => {
  await signIn(page, person, '/account/keys');
  const { secrets } = await create(page, 'nightly');
  await page.getByLabel(text('account_keys_name'), { exact: true }).fill('weekly');
  const french = await siteTexts('fr');
  await page.getByRole('banner').locator('summary', { hasText: 'English' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Français' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(french('account_keys_heading'));
  const shown = section(page, french('account_keys_created', { name: 'nightly' }));
  await expect(shown.locator('code')).toHaveText(secrets);
  await expect(page.getByLabel(french('account_keys_name'), { exact: true })).toHaveValue('weekly');
});

test('a key does only what was ticked, and only from where it may', async ({ page, person, site }) => {
  await signIn(page, person, '/account/keys');
  const networks = (value: string) => (form: Page) =>
    form.getByLabel(text('account_keys_networks'), { exact: true }).fill(value);
  const elsewhere = await create(page, 'elsewhere', networks('203.0.113.0/24'));
  expect((await ask(site, elsewhere.secrets[0] ?? '')).status).toBe(403);
  const here = await create(page, 'here', networks('127.0.0.1, ::1'));
  expect((await ask(site, here.secrets[0] ?? '')).status).toBe(200);
  const reader = await create(page, 'reader', async (form) => {
    await form.getByLabel(text('account_keys_action_resolve')).uncheck();
    await form.getByLabel(text('account_keys_webhooks')).check();
  });
  expect(reader.secrets).toEqual([expect.stringMatching(/^cf_/), expect.stringMatching(/^whsec_/)]);
  const refused = await ask(site, reader.secrets[0] ?? '', 'resolve', { method: 'POST', body: '{}' });
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'forbidden' }]);
});

for (const locale of ['ja', 'ru'] as const) {
  test(`in ${locale}, what is missing is said, and the page is itself in its language`, async ({ page, person }) => {
    const speak = await siteTexts(locale);
    await signIn(page, person, pathIn(locale, '/account/keys'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(speak('account_keys_heading'));
    await page.getByLabel(speak('account_keys_action_read')).uncheck();
    await page.getByLabel(speak('account_keys_action_resolve')).uncheck();
    await page.getByLabel(speak('account_keys_action_download')).uncheck();
    await page.getByRole('button', { name: speak('account_keys_create'), exact: true }).click();
    await expect(page.getByText(speak('account_keys_name_missing'))).toBeVisible();
    await expect(page.getByText(speak('account_keys_choose'))).toBeVisible();
  });
}
