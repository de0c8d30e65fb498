import { AdminSetUserMFAPreferenceCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { Page, Route } from '@playwright/test';
import type { Locale } from '#/language/locales.ts';
import { section, siteTexts } from '../account/account-pages.ts';
import { expect, expectSignedIn, fill, newEmail, newPerson, submitButton, submitSignIn, test } from '../accounts.ts';
import { expectRefused, expectScreen, expectSound, openIn, signOut, SPOKEN } from './authenticator.ts';
import { pathIn } from '../test.ts';

/** What an identity service does only by a fault, or where a pool is set up in another way than the site: told all the same. */
test.use({ expectedStatuses: [400] });

const WHOEVER = { email: 'ada@example.com', password: 'Whatever-1' };

/** Has an operation of the identity service dealt with like this. */
async function onOperation(page: Page, operation: string, deal: (route: Route) => Promise<void>): Promise<void> {
  await page.route('**/identity/', (route) =>
    route.request().headers()['x-amz-target']?.endsWith(`.${operation}`) ? deal(route) : route.fallback(),
  );
}

const answers = (json: object) => (route: Route) => route.fulfill({ json });
const refuses = (name: string, message: string) => (route: Route) =>
  route.fulfill({ status: 400, json: { __type: name, message } });

/** Answers a sign-in with an authenticator app to set up, whose key is this. */
async function setUpTotp(page: Page, language: Locale, secret: string): Promise<(key: string) => string> {
  const text = await openIn(page, language);
  const parameters = { MFAS_CAN_SETUP: JSON.stringify(['SOFTWARE_TOKEN_MFA']) };
  await onOperation(
    page,
    'InitiateAuth',
    answers({ ChallengeName: 'MFA_SETUP', ChallengeParameters: parameters, Session: 'session' }),
  );
  await onOperation(page, 'AssociateSoftwareToken', answers({ SecretCode: secret, Session: 'session' }));
  await submitSignIn(page, WHOEVER);
  await expectScreen(page, text('setup_totp_title'));
  return text;
}

/** Tokens that ran out before they were issued, and that nothing refreshes. */
function staleTokens() {
  const nowS = Math.floor(Date.now() / 1000);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const token = [{ alg: 'RS256' }, { sub: 'nobody', iat: nowS, exp: nowS - 60 }, {}].map(encode).join('.');
  return { AccessToken: token, IdToken: token, RefreshToken: 'revoked', ExpiresIn: 0, TokenType: 'Bearer' };
}

for (const language of SPOKEN) {
  test.describe(`in ${language}`, () => {
    test('a sign-out that the service does not answer ends, and says so', async ({ page, site }) => {
      const person = await newPerson(site);
      const text = await openIn(page, language);
      await submitSignIn(page, person);
      await expectSignedIn(page, person.email);
      const answer = Promise.withResolvers<void>();
      await onOperation(page, 'RevokeToken', async (route) => {
        await answer.promise;
        await route.abort();
      });
      await signOut(page, language);
      await expectScreen(page, text('sign_in_title'));
      await expectRefused(page, text('error_sign_out_timeout'));
      expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('Token')))).toEqual([]);
      await page.reload();
      await expectScreen(page, text('sign_in_title'));
      await expect(page.getByRole('alert')).toBeHidden();
    });

    test('a second sign-in does not begin before the first is answered', async ({ page, site }) => {
      const person = await newPerson(site);
      const text = await openIn(page, language);
      const answer = Promise.withResolvers<void>();
      await onOperation(page, 'InitiateAuth', async (route) => {
        await answer.promise;
        await route.continue();
      });
      await submitSignIn(page, { ...person, password: 'Wrong-horse1' });
      await page.getByRole('tab', { name: text('tab_sign_up') }).click();
      await page.getByRole('tab', { name: text('tab_sign_in') }).click();
      await submitSignIn(page, person);
      await expectRefused(page, text('error_oauth_pending'));
      const answered = page.waitForResponse((response) => response.status() === 400);
      answer.resolve();
      await answered;
      await submitButton(page).click();
      await expectSignedIn(page, person.email);
    });

    test('a session that was over before it began is none', async ({ page }) => {
      const text = await openIn(page, language);
      await onOperation(
        page,
        'InitiateAuth',
        answers({ AuthenticationResult: staleTokens(), ChallengeParameters: {} }),
      );
      await submitSignIn(page, WHOEVER);
      await expectRefused(page, text('error_no_session'));
    });

    test('no second step that could be used', async ({ page }) => {
      const text = await openIn(page, language);
      await fill(page, { username: WHOEVER.email, password: WHOEVER.password });
      const onlySms = JSON.stringify(['SMS_MFA']);
      for (const deal of [
        answers({ ChallengeName: 'MFA_SETUP', ChallengeParameters: { MFAS_CAN_SETUP: onlySms }, Session: 'session' }),
        answers({
          ChallengeName: 'SELECT_MFA_TYPE',
          ChallengeParameters: { MFAS_CAN_CHOOSE: '[]' },
          Session: 'session',
        }),
        refuses('MFAMethodNotFoundException', 'The service cannot find an MFA method.'),
      ]) {
        await onOperation(page, 'InitiateAuth', deal);
        await submitButton(page).click();
        await expectRefused(page, text('error_mfa_none'));
        await page.getByRole('button', { name: text('dismiss') }).click();
      }
    });

    test('a second step that is offered, and is none of the user’s', async ({ page, site }) => {
      const phone = `+1555${Date.now().toString().slice(-7)}`;
      const person = await newPerson(site, { phone_number: phone, phone_number_verified: 'true' });
      const on = { Enabled: true, PreferredMfa: false };
      const { client, userPoolId: UserPoolId } = site.admin;
      const settings = { SMSMfaSettings: on, EmailMfaSettings: on };
      await client.send(new AdminSetUserMFAPreferenceCommand({ UserPoolId, Username: person.email, ...settings }));
      const text = await openIn(page, language);
      await onOperation(page, 'RespondToAuthChallenge', async (route) => {
        const response = await route.fetch();
        const body = await response.text();
        await route.fulfill({ response, body: body.replace('\\"SMS_MFA\\"', '\\"SOFTWARE_TOKEN_MFA\\"') });
      });
      await submitSignIn(page, person);
      await expectScreen(page, text('select_mfa_title'));
      await page.getByRole('radio', { name: text('mfa_totp'), exact: true }).check();
      await submitButton(page).click();
      await expectRefused(page, text('error_mfa_invalid'));
      await page.getByRole('radio', { name: text('mfa_email'), exact: true }).check();
      await submitButton(page).click();
      await expectScreen(page, text('confirm_email_title'));
    });

    test('a sign-up that fails for no known reason, and a name that the pool does not take', async ({ page }) => {
      const text = await openIn(page, language);
      await page.getByRole('tab', { name: text('tab_sign_up') }).click();
      await fill(page, { email: newEmail(), password: 'Correct-horse1', confirm_password: 'Correct-horse1' });
      await page.locator('input[name="acknowledgement"]').check();
      await onOperation(page, 'SignUp', refuses('SomethingNewException', 'Never heard of'));
      await submitButton(page).click();
      await expectRefused(page, text('error_sign_up'));
      // The pool is asked as by a site that lets people call themselves as they like.
      await onOperation(page, 'SignUp', (route) =>
        route.continue({ postData: { ...(route.request().postDataJSON() as object), Username: 'ada' } }),
      );
      await submitButton(page).click();
      await expectRefused(page, text('error_username_invalid'));
    });

    test('a key that no QR code holds, and one that is none', async ({ page }) => {
      const text = await setUpTotp(page, language, 'A'.repeat(3000));
      await expect(page.locator('form[novalidate] [role="alert"]')).toHaveText(text('qr_too_big'));
      await expectSound(page);
      await onOperation(page, 'AssociateSoftwareToken', answers({ SecretCode: '', Session: 'session' }));
      await page.getByRole('button', { name: text('back_to_sign_in') }).click();
      await submitSignIn(page, WHOEVER);
      await expect(page.locator('form[novalidate] [role="alert"]')).toHaveText(text('qr_empty'));
    });

    test('a pool that does not track devices', async ({ page, site }) => {
      const person = await newPerson(site);
      const text = await openIn(page, language);
      const siteText = await siteTexts(language);
      await onOperation(page, 'ListDevices', refuses('InvalidParameterException', 'Invalid request'));
      await submitSignIn(page, person);
      await expectSignedIn(page, person.email);
      await page.goto(pathIn(language, '/account/security'));
      const devices = section(page, siteText('account_devices_heading'));
      await expect(devices.getByText(text('error_devices'))).toBeVisible();
      await expect(devices.getByRole('button')).toHaveCount(0);
    });
  });
}
