import type { Page } from '@playwright/test';
import { ALL_SENTENCES } from '#/account/fixtures/sentences.ts';
import { authenticatorTexts, expect, fill, submitButton, submitSignIn, test } from '../accounts.ts';
import { expectProblem, expectRefused, expectScreen, openIn, SPOKEN } from './authenticator.ts';

/** How the site begins to tell operators what is wrong. */
const WRONG_SET_UP = 'Accounts are set up wrongly.';

test.use({ expectedStatuses: [400], expectedText: WRONG_SET_UP });

/** Answers of an identity service to a sign-in, and what they are told as. Those that ours gives are met in the other files. */
const REFUSALS = [
  { __type: 'NotAuthorizedException', message: 'Incorrect username or password.', key: 'error_not_authorized' },
  { __type: 'NotAuthorizedException', message: 'Password attempts exceeded', key: 'error_password_attempts' },
  { __type: 'NotAuthorizedException', message: 'User is disabled.', key: 'error_user_disabled' },
  { __type: 'UserNotFoundException', message: 'User does not exist.', key: 'error_user_not_found' },
  { __type: 'UsernameExistsException', message: 'User already exists', key: 'error_username_exists' },
  { __type: 'AliasExistsException', message: 'Already found', key: 'error_alias_exists' },
  { __type: 'InvalidPasswordException', message: 'Password did not conform', key: 'problem_password_invalid' },
  { __type: 'InvalidParameterException', message: 'Invalid phone number format.', key: 'problem_phone_invalid' },
  { __type: 'InvalidParameterException', message: '1 validation error', key: 'error_invalid_parameter' },
  { __type: 'ResourceNotFoundException', message: 'User pool client does not exist.', key: 'error_configuration' },
  { __type: 'UserLambdaValidationException', message: 'PreAuthentication failed', key: 'error_user_validation' },
  { __type: 'LimitExceededException', message: 'Attempt limit exceeded', key: 'error_limit_exceeded' },
  { __type: 'InternalErrorException', message: 'Something went wrong', key: 'error_service' },
  { __type: 'SomethingNewException', message: 'Never heard of', key: 'error_unknown' },
] as const;

type Answer = { status: number; body: object };

/** Has the next sign-ins answered like this. */
async function answerSignIn(page: Page, answer: Answer): Promise<void> {
  await page.unroute('**/identity/');
  await page.route('**/identity/', (route) =>
    route.request().headers()['x-amz-target']?.endsWith('.InitiateAuth')
      ? route.fulfill({ status: answer.status, json: answer.body })
      : route.continue(),
  );
}

for (const language of SPOKEN) {
  test(`in ${language}: whatever a service refuses with is told in the language, never in its own words`, async ({
    page,
  }) => {
    const text = await openIn(page, language);
    const written: string[] = [];
    page.on('console', (message) => {
      if (message.text().startsWith(WRONG_SET_UP)) written.push(message.text());
    });
    await expectScreen(page, text('sign_in_title'));
    await fill(page, { username: 'ada@example.com', password: 'Whatever-1' });
    for (const { key, ...body } of REFUSALS) {
      await answerSignIn(page, { status: 400, body });
      await submitButton(page).click();
      await expectRefused(page, text(key));
      await page.getByRole('button', { name: text('dismiss') }).click();
    }
    await answerSignIn(page, { status: 200, body: { ChallengeName: 'DANCE', ChallengeParameters: {}, Session: 'x' } });
    await submitButton(page).click();
    await expectRefused(page, text('error_unexpected_challenge'));
    expect(written).toEqual([expect.stringContaining('User pool client does not exist.')]);
  });
}

/** Word for word as docs/specification.md 5.2–5.13 and 8.5–8.32 quote them; the tests of all screens go by these keys. */
test('the sentences that are quoted are what the built site says', async () => {
  const text = await authenticatorTexts('en');
  const sentences = {
    problem_password_lowercase: 'Password must have lower case letters',
    problem_password_uppercase: 'Password must have upper case letters',
    problem_password_numbers: 'Password must have numbers',
    problem_password_symbols: 'Password must have special characters',
    problem_passwords_differ: 'Your passwords must match',
    problem_email_invalid: 'Please enter a valid email',
    problem_required: 'This field is required',
    problem_username_empty: 'Username cannot be empty',
    problem_email_empty: 'Email cannot be empty',
    problem_phone_empty: 'Phone number cannot be empty',
    problem_password_empty: 'Password cannot be empty',
    problem_code_empty: 'Confirmation code cannot be empty',
    problem_answer_empty: 'Challenge response cannot be empty',
    problem_password_invalid: 'Invalid password format',
    problem_phone_invalid: 'Invalid phone number format',
    error_not_authorized: 'Incorrect username or password',
    error_username_exists: 'User already exists',
    error_user_not_found: 'User does not exist',
    error_password_attempts: 'Password attempts exceeded',
    error_alias_exists: 'An account with given email already exists',
    error_unknown: 'Authentication Error',
    error_network: 'Network Error',
    error_auto_sign_in: 'Please use your credentials to sign in',
    error_oauth_state: 'Invalid state in OAuth flow',
    error_configuration: 'Configuration error (see console) – please contact the administrator',
    error_unexpected_challenge: 'Unexpected challengeName encountered in ConfirmSignIn',
    error_sign_out_timeout: 'Signout timeout fail',
    error_oauth_pending: 'Pending sign-in attempt already in progress',
    error_no_session: 'Failed to get the session because the user is empty',
    error_devices: 'Device tracking has not been configured in this User Pool',
    error_user_already_confirmed: 'User is already confirmed.',
    error_mfa_none: 'No valid MFA method provided',
    error_mfa_invalid: 'Invalid MFA type',
    error_sign_up: 'Error creating account',
    error_username_invalid: 'The username should either be a string or one of the sign in types',
    code_delay: 'It may take a minute to arrive.',
    terms_agree: 'I agree with the Terms & Conditions',
    tab_sign_in: 'Sign In',
    tab_sign_up: 'Create Account',
    copy: 'COPY',
    copied: 'COPIED',
    skip: 'Skip',
  };
  expect(Object.fromEntries(Object.keys(sentences).map((key) => [key, text(key)]))).toEqual(sentences);
  const byNumber = text('problem_password_length', { minLength: 8 });
  expect([...Object.values(sentences), byNumber]).toEqual(expect.arrayContaining(ALL_SENTENCES));
  expect(text('social_sign_in', { provider: 'Apple' })).toBe('Sign In with Apple');
  expect(text('social_sign_up', { provider: 'Apple' })).toBe('Sign Up with Apple');
});

test('in English the page shows those very sentences', async ({ page }) => {
  await page.goto('/account');
  await expect(page.getByRole('tab', { name: 'Create Account', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign In with Google', exact: true })).toBeVisible();
  await submitButton(page).click();
  await expectProblem(page, 'username', 'Email cannot be empty');
  await expectProblem(page, 'password', 'Password cannot be empty');
  await submitSignIn(page, { email: 'nobody@example.com', password: 'Wrong-horse1' });
  await expectRefused(page, 'Incorrect username or password');
  await page.getByRole('tab', { name: 'Create Account', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Sign Up with Google', exact: true })).toBeVisible();
  await expect(page.getByLabel('I agree with the Terms & Conditions')).toBeVisible();
  for (const [password, sentence] of [
    ['Abc1', 'Password must have at least 8 characters'],
    ['ABCDEFG1', 'Password must have lower case letters'],
    ['abcdefg1', 'Password must have upper case letters'],
    ['Abcdefgh', 'Password must have numbers'],
  ] as const) {
    await fill(page, { password });
    await expectProblem(page, 'password', sentence);
  }
  await fill(page, { email: 'ada', password: 'Abcdefg1', confirm_password: 'Abcdefg2' });
  await expectProblem(page, 'email', 'Please enter a valid email');
  await expectProblem(page, 'confirm_password', 'Your passwords must match');
});
