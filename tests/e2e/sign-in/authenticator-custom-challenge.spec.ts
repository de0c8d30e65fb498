import { codeTo, expect, expectSignedIn, fill, newPerson, submitButton, submitSignIn, test } from '../accounts.ts';
import { expectProblem, expectRefused, expectScreen, expectSound, openIn, otherCode, SPOKEN } from './authenticator.ts';

/** Where a code by e-mail is asked after the password, nobody signs up, and a forgotten password is what most come for. */
test.use({
  siteEnv: {
    IDENTITY_AUTH_FLOW: 'CUSTOM_WITH_SRP',
    ACCOUNTS: JSON.stringify({ hasSignUp: false, initialState: 'resetPassword' }),
  },
  expectedStatuses: [400],
  viewport: { width: 360, height: 740 },
});

// All of them on one site: starting another takes longer than waiting for it.
test.describe.configure({ mode: 'default' });

for (const language of SPOKEN) {
  test(`in ${language}: a question of the installation's own is answered`, async ({ page, site }) => {
    const person = await newPerson(site);
    const text = await openIn(page, language);
    await expectScreen(page, text('reset_title'));
    await page.getByRole('button', { name: text('back_to_sign_in') }).click();
    await expectScreen(page, text('sign_in_title'));
    await expect(page.getByRole('tab')).toHaveCount(0);
    await submitSignIn(page, person);
    await expectScreen(page, text('challenge_title'));
    await expect(page.getByText(text('code_emailed_text', { destination: 'p***@e***' }))).toBeVisible();
    await submitButton(page).click();
    await expectProblem(page, 'challenge_response', text('problem_answer_empty'));
    await expectSound(page);
    const code = await codeTo(site, person.email);
    await fill(page, { challenge_response: otherCode(code) });
    await submitButton(page).click();
    await expectRefused(page, text('error_code_mismatch'));
    await fill(page, { challenge_response: code });
    await submitButton(page).click();
    await expectSignedIn(page, person.email);
  });
}

test('who answers wrong too often starts again', async ({ page, site }) => {
  const person = await newPerson(site);
  const text = await openIn(page, 'en');
  await page.getByRole('button', { name: text('back_to_sign_in') }).click();
  await submitSignIn(page, person);
  await expectScreen(page, text('challenge_title'));
  await fill(page, { challenge_response: otherCode(await codeTo(site, person.email)) });
  for (const refusal of ['error_code_mismatch', 'error_code_mismatch', 'error_not_authorized']) {
    await submitButton(page).click();
    await expectRefused(page, text(refusal));
    await page.getByRole('button', { name: text('dismiss') }).click();
  }
  await submitButton(page).click();
  await expectScreen(page, text('sign_in_title'));
  await expectRefused(page, text('error_challenge_expired'));
});
