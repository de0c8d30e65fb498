import { AdminDisableUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { LOCALE_CODES } from '#/language/locales.ts';
import { section, siteTexts, test } from './account-pages.ts';
import { authenticatorTexts, expectSignedIn, openAccount, openDialog, signIn, submitSignIn } from '../accounts.ts';
import { expect, pathIn } from '../test.ts';

test.use({ expectedStatuses: [400] });

const text = await siteTexts();

test('the pages exist in each language, are nobody else’s business, and tell who has no script what is missing', async ({
  request,
}) => {
  for (const locale of LOCALE_CODES) {
    const own = await siteTexts(locale);
    const headings = {
      '/account': 'account_link',
      '/account/preferences': 'account_preferences_heading',
      '/account/security': 'account_security_heading',
      '/account/data': 'account_data_heading',
    };
    for (const [path, heading] of Object.entries(headings)) {
      const answer = await request.get(pathIn(locale, path));
      const html = await answer.text();
      expect(answer.status(), path).toBe(200);
      expect(html).toContain('<meta name="robots" content="noindex"');
      expect(html).toContain(own(heading));
      expect(html).toContain(own('account_no_script'));
    }
  }
});

test('a session outlives a reload, and each page of the account is reached by its own address', async ({
  page,
  person,
}) => {
  await signIn(page, person, '/account/security');
  await page.reload();
  await expectSignedIn(page, person.email);
  await page.goto('/ja/account/data');
  await expectSignedIn(page, person.email);
  await page.goto('/');
  await openAccount(page);
  await expect(page).toHaveURL('/account');
  await page
    .getByRole('main')
    .getByRole('link', { name: text('account_preferences_heading'), exact: true })
    .click();
  await page
    .getByRole('main')
    .getByRole('link', { name: text('account_data_heading'), exact: true })
    .click();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('account_preferences_heading'));
});

test('what one tab does about the session, the other shows', async ({ page, person, context }) => {
  const other = await context.newPage();
  await other.goto('/account');
  await expect(other.locator('input[name="username"]')).toBeVisible();
  await page.goto('/');
  const dialog = await openDialog(page);
  await submitSignIn(dialog, person);
  await expect(dialog).toBeHidden();
  await expectSignedIn(other, person.email);
  await other.getByRole('button', { name: text('account_sign_out'), exact: true }).click();
  await expect(other.locator('input[name="username"]')).toBeVisible();
  await page.locator('header a[href$="/account"]').click();
  await expect(page.getByRole('dialog').locator('input[name="username"]')).toBeVisible();
});

test('who is shut out in the middle is told why, where they may sign in', async ({ page, person, site }) => {
  const speak = await authenticatorTexts('en');
  await signIn(page, person);
  const { client, userPoolId: UserPoolId } = site.admin;
  await client.send(new AdminDisableUserCommand({ UserPoolId, Username: person.email }));
  const security = page.getByRole('main').getByRole('link', { name: text('account_security_heading'), exact: true });
  // What the page asks for by itself may notice it before anything is pressed.
  await expect(async () => {
    if (await security.isVisible()) await security.click({ timeout: 1000 });
    await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page.locator('input[name="username"]')).toBeVisible();
  await expect(section(page, text('account_password_heading'))).toBeHidden();
  await submitSignIn(page, person);
  await expect(page.locator('form[novalidate] [role="alert"]')).toHaveText(speak('error_user_disabled'));
});
