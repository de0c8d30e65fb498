import type { Page } from '@playwright/test';
import { authenticatorTexts, expect, fill, messagesTo, newEmail, openDialog, submitButton, test } from '../accounts.ts';
import { openStrained, expectSoundLayout, STRAINS } from '../sound-layout.ts';
import { expectProblem, expectRefused, expectScreen, expectSound, openIn, SPOKEN } from './authenticator.ts';

const ATTRIBUTES = ['name', 'birthdate', 'website', 'nickname', 'custom:team.name'];

/** Where people are known by a name, have an address and a number, tell much about themselves, and confirm it all by a link. */
test.use({
  siteEnv: {
    IDENTITY_VERIFICATION: 'link',
    ACCOUNTS: JSON.stringify({
      loginMechanisms: ['username', 'email', 'phone_number'],
      signUpAttributes: ATTRIBUTES,
      initialState: 'signUp',
      asksForTerms: false,
      passwordSettings: {
        minLength: 10,
        requiresLowercase: false,
        requiresUppercase: false,
        requiresNumbers: false,
        requiresSymbols: true,
      },
      formFields: {
        signUp: {
          phone_number: { dialCode: '+81', order: 1 },
          nickname: { isRequired: false, label: 'What friends say', order: 2 },
        },
      },
    }),
  },
  expectedStatuses: [400],
  viewport: { width: 360, height: 740 },
});

// All of them on one site: starting another takes longer than waiting for it.
test.describe.configure({ mode: 'default' });

let people = 0;

function newMember() {
  people += 1;
  const phone = `90${String(Date.now()).slice(-6)}${people % 100}`;
  return {
    username: `ada-${Date.now()}-${people}`,
    email: newEmail(),
    phone_number: phone,
    password: 'a long-winded one',
    confirm_password: 'a long-winded one',
    name: 'Ada',
    birthdate: '1990-12-10',
    website: 'https://example.com/ada',
    'custom:team.name': 'Engines',
  };
}

async function signUp(page: Page, member: Record<string, string>): Promise<void> {
  await expect(page.locator('input[name="country_code"]')).toBeAttached();
  await fill(page, member);
  await submitButton(page).click();
}

for (const language of SPOKEN) {
  test(`in ${language}: each kind of field says what is wrong with it`, async ({ page }) => {
    const text = await openIn(page, language);
    await expectScreen(page, text('sign_up_title'));
    await expect(page.locator('input[name="country_code"]')).toBeAttached();
    const inputs = page.locator('form[novalidate] input[name]:not([type="hidden"])');
    await expect(inputs.nth(0)).toHaveAttribute('name', 'phone_number');
    await expect(inputs.nth(1)).toHaveAttribute('name', 'nickname');
    await expect(page.getByLabel('What friends say')).toBeVisible();
    await submitButton(page).click();
    await expectProblem(page, 'username', text('problem_username_empty'));
    await expectProblem(page, 'phone_number', text('problem_phone_empty'));
    for (const name of ['name', 'birthdate', 'website', 'custom:team.name'])
      await expectProblem(page, name, text('problem_required'));
    await expect(page.locator('input[name="nickname"]')).toHaveAccessibleDescription('');
    await expectSound(page);
    for (const [name, value, problem] of [
      ['username', 'ada@example.com', text('problem_username_is_email')],
      ['phone_number', '12', text('problem_phone_invalid')],
      ['website', 'example', text('problem_url_invalid')],
      ['password', 'Short-1', text('problem_password_length', { minLength: 10 })],
      ['password', 'LongEnough1', text('problem_password_symbols')],
    ] as const) {
      await fill(page, { [name]: value });
      await expectProblem(page, name, problem);
    }
  });

  test(`in ${language}: the page goes on by itself when the link in the message is opened`, async ({ page, site }) => {
    const text = await openIn(page, language);
    const member = newMember();
    await signUp(page, member);
    await expectScreen(page, text('link_sent_title'));
    await expect(page.getByText(text('link_sent_text', { destination: 'p***@e***' }))).toBeVisible();
    await expectSound(page);
    await expect.poll(async () => (await messagesTo(site, member.email)).length).toBe(1);
    const [message] = await messagesTo(site, member.email);
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(message?.link ?? '');
    await elsewhere.close();
    await expect(page.getByText('Ada').first()).toBeVisible();
  });
}

test('a country is found by its name, and its code becomes a part of the number', async ({ page, site }) => {
  const text = await openIn(page, 'en');
  const member = newMember();
  const country = page.getByRole('combobox', { name: text('field_country_code_label') });
  await expect(country).toHaveValue(/\+81/);
  await country.click();
  await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(200);
  await expectSound(page);
  await country.fill('nowhere land');
  await expect(page.getByText(text('field_country_code_none'))).toBeVisible();
  await country.fill('German');
  await page.getByRole('option', { name: /\+49/ }).click();
  await expect(country).toHaveValue(/\+49/);
  const signedUp = page.waitForRequest((request) => request.headers()['x-amz-target']?.endsWith('.SignUp') ?? false);
  await signUp(page, { ...member, phone_number: '(0151) 234-567' });
  const { UserAttributes } = (await signedUp).postDataJSON() as { UserAttributes: { Name: string; Value: string }[] };
  expect(UserAttributes).toContainEqual({ Name: 'phone_number', Value: '+490151234567' });
  expect(site.origin).toBeTruthy();
});

test('in the dialog, too, countries are chosen by mouse, keyboard and screen reader, and Escape closes their list alone', async ({
  page,
}) => {
  const text = await authenticatorTexts('en');
  await page.goto('/');
  const dialog = await openDialog(page);
  const name = text('field_country_code_label');
  const country = dialog.getByRole('combobox', { name });
  const number = dialog.getByRole('textbox', { name: text('field_phone_number_label') });
  const options = dialog.getByRole('option');
  // The form begins with its number, and not with the list over it.
  await expect(country).toHaveValue(/\+81/);
  await expect(number).toBeFocused();
  await expect(options).toHaveCount(0);
  await country.click();
  await expect.poll(() => options.count()).toBeGreaterThan(200);
  await expectSound(page);
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  // Playwright clicks only where nothing lies above it.
  await options.nth(40).click();
  await expect(country).not.toHaveValue(/\+81/);
  await expect(country).toBeFocused();

  await page.keyboard.press('Tab');
  await expect(number).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(country).toBeFocused();
  await expect(dialog.getByRole('combobox', { name, expanded: false })).toBeVisible();
  // What is typed takes the place of the country that stands there.
  await page.keyboard.type('germ');
  await expect(dialog.getByRole('combobox', { name, expanded: true })).toBeVisible();
  await expect(options).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  const germany = dialog.getByRole('option', { name: /\+49 Germany/ });
  await expect(country).toHaveAttribute('aria-activedescendant', (await germany.getAttribute('id')) ?? '');
  const list = await dialog.getByRole('listbox').getAttribute('id');
  await expect(country).toHaveAttribute('aria-controls', list ?? '');
  await page.keyboard.press('Enter');
  await expect(country).toHaveValue(/\+49/);
  await expect(dialog.getByRole('combobox', { name, expanded: false })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.type('151 234567');
  await expect(number).toHaveValue('151 234567');
  await page.keyboard.press('Shift+Tab');
  await country.press('ArrowDown');
  await expect(options.first()).toBeVisible();
  await country.press('Escape');
  await expect(options.first()).toBeHidden();
  await expect(dialog).toBeVisible();
  await expect(country).toBeFocused();
  await country.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a name that is taken is refused', async ({ page }) => {
  const text = await openIn(page, 'en');
  const member = newMember();
  await signUp(page, member);
  await expectScreen(page, text('link_sent_title'));
  await page.getByRole('button', { name: text('back_to_sign_in') }).click();
  await page.getByRole('tab', { name: text('tab_sign_up') }).click();
  await signUp(page, { ...newMember(), username: member.username });
  await expectRefused(page, text('error_username_exists'));
});

test('a link that nobody opens is not waited for without end, and who signs in then is sent another', async ({
  page,
  site,
}) => {
  await page.clock.install();
  const text = await openIn(page, 'en');
  const member = newMember();
  await signUp(page, member);
  await expectScreen(page, text('link_sent_title'));
  await page.clock.fastForward('03:10');
  await expectScreen(page, text('sign_in_title'));
  await expectRefused(page, text('error_auto_sign_in'));
  await fill(page, { username: member.username, password: member.password });
  await submitButton(page).click();
  await expectScreen(page, text('link_sent_title'));
  await expect(page.getByText(text('link_sent_text', { destination: 'p***@e***' }))).toBeVisible();
  await expect.poll(async () => (await messagesTo(site, member.email)).length).toBe(2);
  const [, second] = await messagesTo(site, member.email);
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(second?.link ?? '');
  await elsewhere.close();
  await page.clock.fastForward('00:05');
  await expect(page.getByText('Ada').first()).toBeVisible();
});

test('letters twice as large leave a country’s code and the number whole', async ({ site }) => {
  const strain = STRAINS['letters twice as large'] ?? { width: 0 };
  const { browser, page } = await openStrained(strain, site.origin);
  const text = await openIn(page, 'en');
  const country = page.getByRole('combobox', { name: text('field_country_code_label') });
  await country.fill('Jamaica');
  await page.getByRole('option').first().click();
  await expect(country).toHaveValue(/\+1/);
  const cutOff = (input: HTMLElement) => input.scrollWidth - input.clientWidth;
  expect(await country.evaluate(cutOff)).toBe(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectSoundLayout(page, strain, 'sign-up, 360 px');
  expect(await country.evaluate(cutOff)).toBe(0);
  await browser.close();
});
