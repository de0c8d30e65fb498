import {
  codeTo,
  expect,
  expectSignedIn,
  fill,
  messagesTo,
  newEmail,
  openAccount,
  openDialog,
  PASSWORD,
  submitButton,
  submitSignIn,
  test,
} from '../accounts.ts';
import { expectProblem, expectRefused, expectScreen, expectSound, openIn, otherCode, SPOKEN } from './authenticator.ts';

// The service says no by status 400, which the console mentions.
test.use({ expectedStatuses: [400], colorScheme: 'dark', viewport: { width: 360, height: 740 } });

type Values = Parameters<typeof fill>[1];

async function signUp(place: Parameters<typeof fill>[0], email: string, more: Values = {}): Promise<void> {
  await fill(place, { email, password: PASSWORD, confirm_password: PASSWORD, ...more });
  await place.locator('input[name="acknowledgement"]').check();
  await submitButton(place).click();
}

for (const language of SPOKEN) {
  test(`in ${language}: an account is created, its code sent again, refused and taken, and its owner signed in`, async ({
    page,
    site,
  }) => {
    const text = await openIn(page, language);
    const email = newEmail();
    await page.getByRole('tab', { name: text('tab_sign_up') }).click();
    await expectScreen(page, text('sign_up_title'));
    await expectSound(page);
    await signUp(page, email);
    await expectScreen(page, text('code_emailed_title'));
    await expect(page.getByText(text('code_emailed_text', { destination: 'p***@e***' }))).toBeVisible();
    await expect(page.getByText(text('code_delay'))).toBeVisible();
    await expectSound(page);
    const first = await codeTo(site, email);
    await page.getByRole('button', { name: text('code_resend') }).click();
    await expect(page.getByText(text('code_resent'))).toBeVisible();
    const second = await codeTo(site, email, 2);
    await fill(page, { confirmation_code: otherCode(second) });
    await expectRefused(page, text('error_code_mismatch'));
    await page.getByRole('button', { name: text('dismiss') }).click();
    await expect(page.locator('form[novalidate] [role="alert"]')).toHaveCount(0);
    expect(first).not.toBe('none');
    // As it is found in a message.
    await fill(page, { confirmation_code: `${second.slice(0, 3)}-${second.slice(3)} ` });
    await expectSignedIn(page, email);
  });

  test(`in ${language}: what is wrong with each field is told, and the button waits`, async ({ page }) => {
    const text = await openIn(page, language);
    await page.getByRole('tab', { name: text('tab_sign_up') }).click();
    await submitButton(page).click();
    await expectProblem(page, 'email', text('problem_email_empty'));
    await expectProblem(page, 'password', text('problem_password_empty'));
    await expectProblem(page, 'confirm_password', text('problem_required'));
    await expectProblem(page, 'acknowledgement', text('problem_terms'));
    await fill(page, { email: 'ada@example' });
    await expectProblem(page, 'email', text('problem_email_invalid'));
    for (const [password, problem] of [
      ['Short1', text('problem_password_length', { minLength: 8 })],
      ['LONG-ENOUGH-1', text('problem_password_lowercase')],
      ['long-enough-1', text('problem_password_uppercase')],
      ['Long-enough', text('problem_password_numbers')],
      [' Long-enough-1', text('problem_password_invalid')],
    ] as const) {
      await fill(page, { password });
      await expectProblem(page, 'password', problem);
    }
    await fill(page, { password: PASSWORD, confirm_password: `${PASSWORD}2` });
    await expectProblem(page, 'confirm_password', text('problem_passwords_differ'));
    await fill(page, { email: ' ada@example.com ', confirm_password: PASSWORD });
    await page.locator('input[name="acknowledgement"]').check();
    await expect(submitButton(page)).toBeEnabled();
  });
}

test('an address that has an account is answered like any other, and its owner is told', async ({ page, site }) => {
  const text = await openIn(page, 'en');
  const email = newEmail();
  await page.getByRole('tab', { name: text('tab_sign_up') }).click();
  await signUp(page, email);
  await expectScreen(page, text('code_emailed_title'));
  await fill(page, { confirmation_code: await codeTo(site, email) });
  await expectSignedIn(page, email);
  const other = await page.context().browser()?.newPage({ baseURL: site.origin });
  if (!other) throw new Error('There is no browser.');
  await openIn(other, 'en');
  await other.getByRole('tab', { name: text('tab_sign_up') }).click();
  await signUp(other, email);
  await expectScreen(other, text('code_emailed_title'));
  await expect.poll(async () => (await messagesTo(site, email)).at(-1)?.purpose).toBe('sign-up-again');
  await fill(other, { confirmation_code: '000000' });
  await expectRefused(other, text('error_code_mismatch'));
  await other.close();
});

test('who has not confirmed goes on with it at the next sign-in, also after a reload, and signs in', async ({
  page,
  site,
}) => {
  const text = await openIn(page, 'en');
  const email = newEmail();
  await page.getByRole('tab', { name: text('tab_sign_up') }).click();
  await signUp(page, email);
  await expectScreen(page, text('code_emailed_title'));
  await page.getByRole('button', { name: text('back_to_sign_in') }).click();
  await submitSignIn(page, { email, password: PASSWORD });
  await expectScreen(page, text('code_emailed_title'));
  const code = await codeTo(site, email, 2);
  await page.reload();
  await expectScreen(page, text('code_emailed_title'));
  await fill(page, { confirmation_code: code });
  // Whose password the page does not know any more signs in by hand.
  await expectScreen(page, text('sign_in_title'));
  await expect(page.locator('input[name="username"]')).toHaveValue(email);
  await submitSignIn(page, { email, password: PASSWORD });
  await expectSignedIn(page, email);
});

test('the dialog closes when an account was created in it', async ({ page, site }) => {
  await page.goto('/tiktok');
  const dialog = await openDialog(page);
  const email = newEmail();
  await dialog.getByRole('tab').nth(1).click();
  await signUp(dialog, email);
  await fill(dialog, { confirmation_code: await codeTo(site, email) });
  await expect(dialog).toBeHidden();
  await openAccount(page);
  await expectSignedIn(page, email);
});
