import type { Page } from '@playwright/test';
import { LOCALE_CODES } from '#/language/locales.ts';
import { expectAccessibleInBothThemes } from '../accessible.ts';
import { type AccountSite, expect, fill, newEmail, newPerson, submitButton, submitSignIn, test } from '../accounts.ts';
import { expectScreen, expectSound, openIn } from './authenticator.ts';

const WHOEVER = { email: 'ada@example.com', password: 'Whatever-1' };
const SENT = { CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS', CODE_DELIVERY_DESTINATION: '+*******0123' };
const DELIVERY = { DeliveryMedium: 'EMAIL', Destination: 'a***@e***' };

/** What a service asks after the password, and the title of the screen that asks it. */
const CHALLENGES = [
  ['SMS_MFA', SENT, 'confirm_sms_title'],
  ['SOFTWARE_TOKEN_MFA', {}, 'confirm_totp_title'],
  ['EMAIL_OTP', { ...SENT, CODE_DELIVERY_DELIVERY_MEDIUM: 'EMAIL' }, 'confirm_email_title'],
  ['SELECT_MFA_TYPE', { MFAS_CAN_CHOOSE: '["SMS_MFA","SOFTWARE_TOKEN_MFA","EMAIL_OTP"]' }, 'select_mfa_title'],
  ['MFA_SETUP', { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA","EMAIL_OTP"]' }, 'select_mfa_setup_title'],
  ['MFA_SETUP', { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' }, 'setup_totp_title'],
  ['MFA_SETUP', { MFAS_CAN_SETUP: '["EMAIL_OTP"]' }, 'setup_email_title'],
  ['CUSTOM_CHALLENGE', {}, 'challenge_title'],
  ['NEW_PASSWORD_REQUIRED', { requiredAttributes: '["userAttributes.name"]' }, 'force_password_title'],
] as const;

/** Has operations of the identity service answered like this. */
function answer(page: Page, answers: Record<string, object>): Promise<unknown> {
  return page.route('**/identity/', (route) => {
    const operation = route.request().headers()['x-amz-target']?.split('.').at(-1) ?? '';
    return operation in answers ? route.fulfill({ json: answers[operation] }) : route.fallback();
  });
}

/** Where signing in is shown, and how it speaks there. */
type Shown = { page: Page; site: AccountSite; text: (key: string, inputs?: object) => string };

/** Every screen there is, from the first one on. `look` is called for each state of one that is worth a look. */
const SCREENS: Record<string, (shown: Shown, look: (page: Page) => Promise<void>) => Promise<void>> = {
  async 'sign-in'({ page, text }, look) {
    await expectScreen(page, text('sign_in_title'));
    await look(page);
  },
  ...Object.fromEntries(
    CHALLENGES.map(([ChallengeName, ChallengeParameters, title]) => [
      `after the password: ${title}`,
      async ({ page, text }: Shown, look: (page: Page) => Promise<void>) => {
        await answer(page, {
          InitiateAuth: { ChallengeName, ChallengeParameters, Session: 'session' },
          AssociateSoftwareToken: { SecretCode: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', Session: 'session' },
        });
        await submitSignIn(page, WHOEVER);
        await expectScreen(page, text(title));
        await look(page);
      },
    ]),
  ),
  async 'what is wrong with each answer'({ page, text }, look) {
    const ChallengeParameters = { requiredAttributes: '["userAttributes.name"]' };
    await answer(page, {
      InitiateAuth: { ChallengeName: 'NEW_PASSWORD_REQUIRED', ChallengeParameters, Session: 'session' },
    });
    await submitSignIn(page, WHOEVER);
    await expectScreen(page, text('force_password_title'));
    await submitButton(page).click();
    await expect(submitButton(page)).toBeDisabled();
    await look(page);
  },
  async 'a new account, and a forgotten password'({ page, text }, look) {
    await answer(page, {
      SignUp: { UserConfirmed: false, UserSub: 'nobody', CodeDeliveryDetails: DELIVERY },
      ForgotPassword: { CodeDeliveryDetails: DELIVERY },
    });
    await page.getByRole('tab', { name: text('tab_sign_up') }).click();
    await look(page);
    await fill(page, { email: newEmail(), password: 'Correct-horse1', confirm_password: 'Correct-horse1' });
    await page.locator('input[name="acknowledgement"]').check();
    await submitButton(page).click();
    await expectScreen(page, text('code_emailed_title'));
    await look(page);
    await page.getByRole('button', { name: text('back_to_sign_in') }).click();
    await page.getByRole('button', { name: text('sign_in_forgot') }).click();
    await expectScreen(page, text('reset_title'));
    await look(page);
    await fill(page, { username: WHOEVER.email });
    await submitButton(page).click();
    await expect(page.locator('input[name="confirmation_code"]')).toBeVisible();
    await look(page);
  },
  async 'a contact to verify'({ page, site, text }, look) {
    const person = await newPerson(site, { email_verified: 'false' });
    await submitSignIn(page, person);
    await expectScreen(page, text('verify_title'));
    await look(page);
    await page.getByLabel(text('verify_email', { email: person.email })).check();
    await submitButton(page).click();
    await expect(page.locator('input[name="confirmation_code"]')).toBeVisible();
    await look(page);
  },
};

/** Where each screen is looked at: in English in both themes on a wide screen, in the others on a narrow one. */
const LOOKS = LOCALE_CODES.map((language) =>
  language === 'en'
    ? { language, name: 'in both themes', viewport: { width: 1440, height: 800 }, look: expectAccessibleInBothThemes }
    : { language, name: 'on a narrow screen', viewport: { width: 360, height: 740 }, look: expectSound },
);

for (const { language, name, viewport, look } of LOOKS) {
  test.describe(`in ${language}, ${name}`, () => {
    test.use({ viewport });

    test('each screen', async ({ page, site }) => {
      const text = await openIn(page, language);
      const back = page.getByRole('button', { name: text('back_to_sign_in'), exact: true });
      // From one screen to the next as people go: a page anew for each would take longer than all there is to look at.
      for (const [name, show] of Object.entries(SCREENS)) {
        await test.step(name, async () => {
          if (await back.isVisible()) await back.click();
          await expectScreen(page, text('sign_in_title'));
          await show({ page, site, text }, look);
          await page.unrouteAll();
        });
      }
    });
  });
}
