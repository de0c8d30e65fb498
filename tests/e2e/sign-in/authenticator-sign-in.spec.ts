import {
  AdminDisableUserCommand,
  AdminResetUserPasswordCommand,
  AdminSetUserMFAPreferenceCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  type AccountSite,
  codeTo,
  expect,
  expectSignedIn,
  fill,
  newInvited,
  newPerson,
  submitButton,
  submitSignIn,
  test,
} from '../accounts.ts';
import {
  expectProblem,
  expectRefused,
  expectScreen,
  expectSound,
  openIn,
  otherCode,
  signOut,
  SPOKEN,
} from './authenticator.ts';

// The service says no by status 400, which the console mentions.
test.use({ expectedStatuses: [400], viewport: { width: 360, height: 740 } });

const NEW_PASSWORD = 'Another-horse2';
const PHONE = { phone_number: '+12025550123', phone_number_verified: 'true' };

/** Somebody of whom a second step is asked, or the choice of one. */
async function newCautiousPerson(site: AccountSite, hasChoice: boolean) {
  // Its own number, so that its messages are.
  const phone_number = `+1202555${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`;
  const person = await newPerson(site, { ...PHONE, phone_number });
  const { client, userPoolId: UserPoolId } = site.admin;
  await client.send(
    new AdminSetUserMFAPreferenceCommand({
      UserPoolId,
      Username: person.email,
      SMSMfaSettings: { Enabled: true, PreferredMfa: !hasChoice },
      ...(hasChoice && { EmailMfaSettings: { Enabled: true } }),
    }),
  );
  return { ...person, phone: phone_number };
}

for (const language of SPOKEN) {
  test(`in ${language}: a wrong password is refused, and a forgotten one replaced`, async ({ page, site }) => {
    const person = await newPerson(site);
    const text = await openIn(page, language);
    await expectScreen(page, text('sign_in_title'));
    await expectSound(page);
    await submitButton(page).click();
    await expectProblem(page, 'username', text('problem_email_empty'));
    await expectProblem(page, 'password', text('problem_password_empty'));
    await submitSignIn(page, { ...person, password: 'Wrong-horse1' });
    await expectRefused(page, text('error_not_authorized'));
    await expectSound(page);
    await page.getByRole('button', { name: text('sign_in_forgot') }).click();
    await expectScreen(page, text('reset_title'));
    await expect(page.locator('input[name="username"]')).toHaveValue(person.email);
    await expectSound(page);
    await submitButton(page).click();
    await expect(page.getByText(text('code_emailed_text', { destination: 'p***@e***' }))).toBeVisible();
    await submitButton(page).click();
    await expectProblem(page, 'confirmation_code', text('problem_code_empty'));
    await expectSound(page);
    const code = await codeTo(site, person.email);
    const values = { password: NEW_PASSWORD, confirm_password: NEW_PASSWORD };
    await fill(page, { confirmation_code: otherCode(code), ...values });
    await submitButton(page).click();
    await expectRefused(page, text('error_code_mismatch'));
    await page.getByRole('button', { name: text('code_resend') }).click();
    await expect(page.getByText(text('code_resent'))).toBeVisible();
    await fill(page, { confirmation_code: await codeTo(site, person.email, 2) });
    await submitButton(page).click();
    await expectScreen(page, text('sign_in_title'));
    await submitSignIn(page, { ...person, password: NEW_PASSWORD });
    await expectSignedIn(page, person.email);
  });

  test(`in ${language}: a code by text message, after a reload in the middle of it`, async ({ page, site }) => {
    const person = await newCautiousPerson(site, false);
    const text = await openIn(page, language);
    await submitSignIn(page, person);
    await expectScreen(page, text('confirm_sms_title'));
    const destination = `+*******${person.phone.slice(-4)}`;
    await expect(page.getByText(text('code_texted_text', { destination }))).toBeVisible();
    await expectSound(page);
    const code = await codeTo(site, person.phone);
    await fill(page, { confirmation_code: otherCode(code) });
    await expectRefused(page, text('error_code_mismatch'));
    await page.reload();
    await expectScreen(page, text('confirm_sms_title'));
    await fill(page, { confirmation_code: code });
    await expectSignedIn(page, person.email);
  });

  test(`in ${language}: a second step is chosen, and the code comes by e-mail`, async ({ page, site }) => {
    const person = await newCautiousPerson(site, true);
    const text = await openIn(page, language);
    await submitSignIn(page, person);
    await expectScreen(page, text('select_mfa_title'));
    await expect(page.getByRole('radio')).toHaveCount(2);
    await expectSound(page);
    await page.getByRole('radio', { name: text('mfa_email'), exact: true }).check();
    await submitButton(page).click();
    await expectScreen(page, text('confirm_email_title'));
    await fill(page, { confirmation_code: await codeTo(site, person.email) });
    await expectSignedIn(page, person.email);
  });

  test(`in ${language}: a temporary password is changed`, async ({ page, site }) => {
    const person = await newInvited(site);
    const text = await openIn(page, language);
    await submitSignIn(page, person);
    await expectScreen(page, text('force_password_title'));
    await expectSound(page);
    await fill(page, { password: NEW_PASSWORD, confirm_password: `${NEW_PASSWORD}3` });
    await expectProblem(page, 'confirm_password', text('problem_passwords_differ'));
    await fill(page, { confirm_password: NEW_PASSWORD });
    await submitButton(page).click();
    await expectSignedIn(page, person.email);
  });

  test(`in ${language}: who has no verified address is asked to verify one, and may skip it`, async ({
    page,
    site,
  }) => {
    const person = await newPerson(site, { email_verified: 'false' });
    const text = await openIn(page, language);
    await submitSignIn(page, person);
    await expectScreen(page, text('verify_title'));
    await expectSound(page);
    await page.getByLabel(text('verify_email', { email: person.email })).check();
    await submitButton(page).click();
    await expect(page.getByText(text('code_emailed_text', { destination: 'p***@e***' }))).toBeVisible();
    await expectSound(page);
    const code = await codeTo(site, person.email);
    await fill(page, { confirmation_code: otherCode(code) });
    await expectRefused(page, text('error_code_mismatch'));
    await fill(page, { confirmation_code: code });
    await expectSignedIn(page, person.email);
  });
}

test('the verification of an address is skipped: at once, and with its code on the way', async ({ page, site }) => {
  const person = await newPerson(site, { email_verified: 'false' });
  const text = await openIn(page, 'en');
  const skip = page.getByRole('button', { name: text('skip') });
  await submitSignIn(page, person);
  await skip.click();
  await expectSignedIn(page, person.email);
  await signOut(page, 'en');
  await submitSignIn(page, person);
  await page.getByRole('radio').check();
  await submitButton(page).click();
  await codeTo(site, person.email);
  await expect(page.locator('input[name="confirmation_code"]')).toBeVisible();
  await skip.click();
  await expectSignedIn(page, person.email);
});

test('a password that has to be reset leads to the code for it', async ({ page, site }) => {
  const person = await newPerson(site);
  const { client, userPoolId: UserPoolId } = site.admin;
  await client.send(new AdminResetUserPasswordCommand({ UserPoolId, Username: person.email }));
  await codeTo(site, person.email);
  const text = await openIn(page, 'en');
  await submitSignIn(page, person);
  await expectScreen(page, text('reset_title'));
  const confirmation_code = await codeTo(site, person.email, 2);
  await fill(page, { confirmation_code, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD });
  await submitButton(page).click();
  await expectScreen(page, text('sign_in_title'));
  await submitSignIn(page, { ...person, password: NEW_PASSWORD });
  await expectSignedIn(page, person.email);
});

test('who is disabled is told so', async ({ page, site }) => {
  const person = await newPerson(site);
  const { client, userPoolId: UserPoolId } = site.admin;
  await client.send(new AdminDisableUserCommand({ UserPoolId, Username: person.email }));
  const text = await openIn(page, 'en');
  await submitSignIn(page, person);
  await expectRefused(page, text('error_user_disabled'));
});

test('too many wrong passwords lock the account for a while, and nothing tells whether it exists', async ({ page }) => {
  const text = await openIn(page, 'en');
  const alert = page.locator('form[novalidate] [role="alert"]');
  const nobody = { email: `nobody-${Date.now()}@example.com`, password: 'Wrong-horse1' };
  await expect(async () => {
    await submitSignIn(page, nobody);
    await expect(submitButton(page)).toHaveText(text('sign_in_submit'));
    await expect(alert).toHaveText(text('error_password_attempts'), { timeout: 100 });
  }).toPass({ timeout: 80_000, intervals: [0] });
});
