import type { Page } from '@playwright/test';
import type { Locale } from '#/language/locales.ts';
import { expectAccessible, showTheme } from '../accessible.ts';
import { openDevice, question, section, siteTexts, test } from './account-pages.ts';
import { authenticatorTexts, fill, messagesTo, signIn, submitButton } from '../accounts.ts';
import { scanQr, totpCode } from '../sign-in/authenticator.ts';
import { expect, pathIn } from '../test.ts';

// A sign-in counts for nothing here, so that each change asks.
test.use({ expectedStatuses: [400], siteEnv: { IDENTITY_FRESH_MINUTES: '0' } });
// All of them on one site: starting another takes longer than waiting for it.
test.describe.configure({ mode: 'default' });

const PASSWORD_FIELD = 'input[name="present_password"]';

/** Turns the authenticator app on, which asks who one is before it shows a key. */
async function beginSetUp(page: Page, locale: Locale): Promise<void> {
  const text = await siteTexts(locale);
  await section(page, text('account_two_step_heading'))
    .getByRole('button', { name: text('account_two_step_on') })
    .first()
    .click();
  await expect(question(page).getByRole('heading', { name: text('account_confirm_title') })).toBeVisible();
}

test('who changes how they sign in is asked for the password, told of it by mail, and signed out elsewhere', async ({
  page,
  person,
  site,
  browser,
}) => {
  const text = await siteTexts();
  const other = await openDevice(browser, site);
  await signIn(other, person);
  await signIn(page, person, '/account/security');
  await beginSetUp(page, 'en');
  await page.locator(PASSWORD_FIELD).fill('Wrong-horse1');
  await page.keyboard.press('Enter');
  await expect(question(page).getByText(text('account_password_wrong'))).toBeVisible();
  await page.locator(PASSWORD_FIELD).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeHidden();
  const second = section(page, text('account_two_step_heading'));
  const secret = (await scanQr(page)).searchParams.get('secret') ?? '';
  await fill(second, { confirmation_code: totpCode(secret) });
  await expect(second.getByText(text('account_two_step_is_on'), { exact: true })).toBeVisible();
  const notices = async () => (await messagesTo(site, person.email)).filter(({ purpose }) => purpose === 'notice');
  await expect.poll(async () => (await notices()).length).toBe(1);

  const password = section(page, text('account_password_heading'));
  const next = 'Other-horse2';
  await fill(password, { old_password: person.password, password: next });
  await submitButton(password).click();
  await expect(password.getByText(text('account_password_changed'))).toBeVisible();
  await expect.poll(async () => (await notices()).length).toBe(2);
  // Here the session goes on; on the other device it is over.
  await page.reload();
  await expect(second.getByText(text('account_two_step_is_on'), { exact: true })).toBeVisible();
  await other
    .getByRole('main')
    .getByRole('link', { name: text('account_security_heading'), exact: true })
    .click();
  const speak = await authenticatorTexts('en');
  await expect(other.getByRole('alert').first()).toHaveText(speak('error_session_ended'));
  await other.context().close();
});

test('an account is deleted by who gives the password; who cancels loses nothing', async ({ page, person }) => {
  const text = await siteTexts();
  await signIn(page, person, '/account/data');
  const begin = async () => {
    await page.getByRole('button', { name: text('account_delete') }).click();
    await question(page).getByRole('textbox').fill(text('account_delete_word'));
    await page.keyboard.press('Enter');
    await expect(page.locator(PASSWORD_FIELD)).toBeVisible();
  };
  await begin();
  await page.keyboard.press('Escape');
  const speak = await authenticatorTexts('en');
  await expect(question(page).getByRole('alert')).toContainText(speak('error_recent_sign_in'));
  await page.keyboard.press('Escape');
  await page.reload();
  await begin();
  await page.locator(PASSWORD_FIELD).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/$/);
});

test('the question fits, and axe finds nothing in it: in three languages, both themes, on narrow and wide screens', async ({
  page,
  person,
}, info) => {
  await signIn(page, person);
  for (const locale of ['en', 'ru', 'ja'] as const) {
    await page.goto(pathIn(locale, '/account/security'));
    await beginSetUp(page, locale);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await test.step(`in ${locale}, ${colorScheme}, ${width} px wide`, async () => {
          await showTheme(page, colorScheme);
          await page.screenshot({ path: info.outputPath(`step-up-${locale}-${colorScheme}-${width}.png`) });
          await expectAccessible(page);
          const overflows = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
          expect(overflows).toBe(false);
        });
      }
    }
  }
});
