import { AdminConfirmSignUpCommand } from '@aws-sdk/client-cognito-identity-provider';
import {
  codeTo,
  expect,
  expectSignedIn,
  fill,
  newEmail,
  newInvited,
  newPerson,
  PASSWORD,
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
  scanQr,
  signOut,
  SPOKEN,
  totpCode,
} from './authenticator.ts';

/** Where everybody has to have a second step and a name, and unknown users are told apart. */
test.use({
  siteEnv: {
    IDENTITY_MFA: 'required',
    IDENTITY_HIDES_USERS: 'no',
    ACCOUNTS: JSON.stringify({ signUpAttributes: ['name'] }),
  },
  expectedStatuses: [400],
  viewport: { width: 360, height: 740 },
  permissions: ['clipboard-read', 'clipboard-write'],
});

// All of them on one site: starting another takes longer than waiting for it.
test.describe.configure({ mode: 'default' });

for (const language of SPOKEN) {
  test(`in ${language}: an authenticator app is set up by its QR code, and asked for at the next sign-in`, async ({
    page,
    site,
  }) => {
    const person = await newPerson(site, { name: 'Ada' });
    const text = await openIn(page, language);
    await submitSignIn(page, person);
    await expectScreen(page, text('select_mfa_setup_title'));
    await expectSound(page);
    await page.getByRole('radio', { name: text('mfa_totp'), exact: true }).check();
    await submitButton(page).click();
    await expectScreen(page, text('setup_totp_title'));
    const qr = page.getByRole('img', { name: text('qr_label') });
    expect(await qr.boundingBox()).toMatchObject({ width: 228, height: 228 });
    await expectSound(page);

    const uri = await scanQr(page);
    const secret = uri.searchParams.get('secret') ?? '';
    expect(uri.href).toContain(`otpauth://totp/Clipferry:${encodeURIComponent(person.email)}`);
    expect(uri.searchParams.get('issuer')).toBe('Clipferry');
    await expect(page.locator('form[novalidate] code')).toHaveText(secret);
    await page.getByRole('button', { name: text('copy'), exact: true }).click();
    await expect(page.getByRole('button', { name: text('copied'), exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);

    await page.reload();
    await expectScreen(page, text('setup_totp_title'));
    await fill(page, { confirmation_code: otherCode(totpCode(secret, 5)) });
    await expectRefused(page, text('error_totp_setup'));
    await fill(page, { confirmation_code: totpCode(secret) });
    await expectSignedIn(page, 'Ada');

    await signOut(page, language);
    await submitSignIn(page, person);
    await expectScreen(page, text('confirm_totp_title'));
    await expect(page.getByText(text('confirm_totp_text'))).toBeVisible();
    await expectSound(page);
    await fill(page, { confirmation_code: otherCode(totpCode(secret, 5)) });
    await expectRefused(page, text('error_code_mismatch'));
    // Each code is good for once; the next one is taken a little before its time.
    await fill(page, { confirmation_code: totpCode(secret, 1) });
    await expectSignedIn(page, 'Ada');
  });
}

test('codes by e-mail are set up', async ({ page, site }) => {
  const person = await newPerson(site, { name: 'Ada' });
  const text = await openIn(page, 'en');
  await submitSignIn(page, person);
  await page.getByRole('radio', { name: text('mfa_email'), exact: true }).check();
  await submitButton(page).click();
  await expectScreen(page, text('setup_email_title'));
  await expectSound(page);
  const email = newEmail();
  await fill(page, { email: 'nowhere' });
  await expectProblem(page, 'email', text('problem_email_invalid'));
  await fill(page, { email });
  await submitButton(page).click();
  await expectScreen(page, text('confirm_email_title'));
  await fill(page, { confirmation_code: await codeTo(site, email) });
  await expectSignedIn(page, 'Ada');
});

test('who was invited tells the name that is still missing', async ({ page, site }) => {
  const person = await newInvited(site);
  const text = await openIn(page, 'en');
  await submitSignIn(page, person);
  await expectScreen(page, text('force_password_title'));
  await fill(page, { password: 'Another-horse2', confirm_password: 'Another-horse2' });
  await submitButton(page).click();
  await expectProblem(page, 'name', text('problem_required'));
  await fill(page, { name: 'Grace' });
  await submitButton(page).click();
  await expectScreen(page, text('select_mfa_setup_title'));
});

for (const language of SPOKEN) {
  test(`in ${language}: a name that nobody has is told`, async ({ page }) => {
    const text = await openIn(page, language);
    await submitSignIn(page, { email: newEmail(), password: 'Whatever-1' });
    await expectRefused(page, text('error_user_not_found'));
  });
}

test('an address that has an account is refused, and who was confirmed meanwhile is led on by asking for another code', async ({
  page,
  site,
}) => {
  const text = await openIn(page, 'en');
  const email = newEmail();
  const signUp = async () => {
    await page.getByRole('tab', { name: text('tab_sign_up') }).click();
    await fill(page, { email, name: 'Ada', password: PASSWORD, confirm_password: PASSWORD });
    await page.locator('input[name="acknowledgement"]').check();
    await submitButton(page).click();
  };
  await signUp();
  await expectScreen(page, text('code_emailed_title'));
  const { client, userPoolId: UserPoolId } = site.admin;
  await client.send(new AdminConfirmSignUpCommand({ UserPoolId, Username: email }));
  await page.getByRole('button', { name: text('code_resend') }).click();
  await expectScreen(page, text('sign_in_title'));
  await expect(page.getByRole('status')).toHaveText(text('error_user_already_confirmed'));
  await submitSignIn(page, { email, password: PASSWORD });
  await expectScreen(page, text('select_mfa_setup_title'));
  // Somebody else's visit: this one would go on where it is.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/account');
  await signUp();
  await expectRefused(page, text('error_username_exists'));
});
