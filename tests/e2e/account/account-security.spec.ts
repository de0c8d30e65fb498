import type { Page } from '@playwright/test';
import { openDevice, question, section, siteTexts, test } from './account-pages.ts';
import { expect } from '../test.ts';
import {
  authenticatorTexts,
  codeTo,
  fill,
  newPerson,
  type Person,
  signIn,
  submitButton,
  submitSignIn,
} from '../accounts.ts';
import { expectScreen, otherCode, scanQr, totpCode } from '../sign-in/authenticator.ts';

const PHONE = '+15550100123';
const NEXT_PASSWORD = 'Other-horse2';

test.use({ expectedStatuses: [400] });

const text = await siteTexts();
const speak = await authenticatorTexts('en');
const secondStep = (page: Page) => section(page, text('account_two_step_heading'));
const devices = (page: Page) => section(page, text('account_devices_heading'));

/** Leaves, and gives name and password again. */
async function signInAgain(page: Page, person: Person): Promise<void> {
  await page
    .getByRole('button', { name: text('account_sign_out'), exact: true })
    .first()
    .click();
  await submitSignIn(page, person);
}

test('the password is changed by who knows the present one', async ({ page, person }) => {
  await signIn(page, person, '/account/security');
  const form = section(page, text('account_password_heading'));
  await fill(form, { old_password: 'Wrong-horse1', password: NEXT_PASSWORD });
  await submitButton(form).click();
  await expect(form.getByRole('alert')).toHaveText(text('account_password_wrong'));
  await fill(form, { old_password: person.password });
  await submitButton(form).click();
  await expect(form.getByText(text('account_password_changed'))).toBeVisible();
  await expect(form.locator('input[name="old_password"]')).toHaveValue('');
  await signInAgain(page, { ...person, password: NEXT_PASSWORD });
  await expect(secondStep(page)).toBeVisible();
});

test('an authenticator app is asked for from then on, but not on a remembered device, until it is off', async ({
  page,
  person,
}) => {
  await signIn(page, person, '/account/security');
  await secondStep(page)
    .getByRole('button', { name: text('account_two_step_on') })
    .first()
    .click();
  const secret = (await scanQr(page)).searchParams.get('secret') ?? '';
  await expect(secondStep(page).locator('code')).toHaveText(secret);
  const code = totpCode(secret);
  await fill(secondStep(page), { confirmation_code: otherCode(code) });
  await expect(secondStep(page).getByRole('alert')).toHaveText(speak('error_totp_setup'));
  await fill(secondStep(page), { confirmation_code: code });
  await expect(secondStep(page).getByText(text('account_two_step_is_on'), { exact: true })).toBeVisible();

  await devices(page)
    .getByRole('button', { name: text('account_device_remember') })
    .click();
  await expect(devices(page).getByText(text('account_device_remembered'))).toBeVisible();
  await signInAgain(page, person);
  await expect(devices(page).getByText(text('account_device_this'), { exact: true })).toBeVisible();
  await expect(devices(page).getByText(text('account_device_is_remembered'), { exact: true })).toBeVisible();
  await expect(devices(page).getByRole('button', { name: text('account_device_remember') })).toBeHidden();
  await devices(page)
    .getByRole('button', { name: text('account_device_forget') })
    .click();
  await question(page)
    .getByRole('button', { name: text('account_device_forget') })
    .click();
  await expect(devices(page).getByText(text('account_device_forgotten'))).toBeVisible();
  await expect(devices(page).getByRole('button', { name: text('account_device_remember') })).toBeHidden();

  await signInAgain(page, person);
  await expectScreen(page, speak('confirm_totp_title'));
  await fill(page, { confirmation_code: totpCode(secret, 1) });
  await secondStep(page)
    .getByRole('button', { name: text('account_two_step_off') })
    .click();
  await question(page)
    .getByRole('button', { name: text('account_two_step_off') })
    .click();
  await expect(secondStep(page).getByText(text('account_two_step_is_on'), { exact: true })).toBeHidden();
  await signInAgain(page, person);
  await expect(secondStep(page)).toBeVisible();
});

test('codes by message are turned on, and the one to be asked first is chosen', async ({ page, site }) => {
  const phone = `${PHONE}4`;
  const person = await newPerson(site, { phone_number: phone, phone_number_verified: 'true' });
  await signIn(page, person, '/account/security');
  const row = (key: string) => secondStep(page).getByRole('listitem', { name: speak(key), exact: true });
  await row('mfa_email')
    .getByRole('button', { name: text('account_two_step_on') })
    .click();
  await expect(row('mfa_email').getByText(text('account_two_step_is_on'), { exact: true })).toBeVisible();
  await row('mfa_sms')
    .getByRole('button', { name: text('account_two_step_on') })
    .click();
  await row('mfa_sms')
    .getByRole('button', { name: text('account_two_step_prefer') })
    .click();
  await expect(row('mfa_sms').getByText(text('account_two_step_is_preferred'))).toBeVisible();
  await signInAgain(page, person);
  await expectScreen(page, speak('confirm_sms_title'));
  await fill(page, { confirmation_code: await codeTo(site, phone) });
  await expect(secondStep(page)).toBeVisible();
});

test('a contact is verified by the code that is sent to it', async ({ page, site }) => {
  const phone = `${PHONE}5`;
  const person = await newPerson(site, { phone_number: phone });
  await signIn(page, person, '/account/security');
  const contacts = section(page, text('account_recovery_heading'));
  await expect(contacts.getByText(text('account_recovery_option_is_unverified'))).toBeVisible();
  // What is above takes its room as it comes, and a button that moves under a press is not clicked.
  await expect(secondStep(page).getByRole('listitem').first()).toBeVisible();
  await contacts.getByRole('button', { name: speak('verify_submit') }).click();
  const code = await codeTo(site, phone);
  await fill(contacts, { confirmation_code: otherCode(code) });
  await expect(contacts.getByRole('alert')).toHaveText(speak('error_code_mismatch'));
  await fill(contacts, { confirmation_code: code });
  await expect(contacts.getByText(text('account_recovery_option_verified_now'))).toBeVisible();
  await expect(contacts.getByText(text('account_recovery_option_is_verified'), { exact: true })).toHaveCount(2);
});

test('who signs out everywhere is signed out on the other devices too', async ({ page, person, browser, site }) => {
  const other = await openDevice(browser, site);
  await signIn(other, person);
  await signIn(page, person, '/account/security');
  await expect(devices(page).getByRole('listitem', { name: /Chrom\w+ on \w+/ })).toHaveCount(2);
  await page.getByRole('button', { name: text('account_sign_out_everywhere') }).click();
  await question(page)
    .getByRole('button', { name: text('account_sign_out_everywhere') })
    .click();
  await expect(page.locator('input[name="username"]')).toBeVisible();

  await other
    .getByRole('main')
    .getByRole('link', { name: text('account_security_heading'), exact: true })
    .click();
  await expect(other.getByRole('alert').first()).toHaveText(speak('error_session_ended'));
  await expect(other.locator('input[name="username"]')).toBeVisible();
  await submitSignIn(other, person);
  await expect(secondStep(other)).toBeVisible();
  await other.context().close();
});
