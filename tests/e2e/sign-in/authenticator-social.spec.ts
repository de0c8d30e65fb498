import type { Page } from '@playwright/test';
import { expect, expectSignedIn, newEmail, newPerson, openDialog, test } from '../accounts.ts';
import { expectRefused, expectScreen, openIn, SPOKEN } from './authenticator.ts';

test.use({ expectedStatuses: [400] });

const PROVIDERS = ['Amazon', 'Apple', 'Facebook', 'Google'];

/** What a visitor does on the page that stands in for the provider's. */
async function signInThere(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Name').fill('Ada of Elsewhere');
  await page.getByRole('button', { name: 'Continue' }).click();
}

for (const provider of PROVIDERS) {
  test(`${provider} signs in: back on the account page, its address is clean`, async ({ page, site }) => {
    const text = await openIn(page, 'en');
    await page.getByRole('button', { name: text('social_sign_in', { provider }) }).click();
    await expect(page.getByText(`Stand-in for ${provider}: no real account is used.`)).toBeVisible();
    await signInThere(page, newEmail());
    await expectSignedIn(page, 'Ada of Elsewhere');
    await expect(page).toHaveURL(`${site.origin}/account`);
  });
}

for (const language of SPOKEN) {
  test(`in ${language}: signing in at a provider is cancelled, and works the next time`, async ({ page }) => {
    const text = await openIn(page, language);
    const google = page.getByRole('button', { name: text('social_sign_in', { provider: 'Google' }) });
    await google.click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expectRefused(page, text('error_oauth_cancelled'));
    expect(new URL(page.url()).search).toBe('');
    await google.click();
    await signInThere(page, newEmail());
    await expectSignedIn(page, 'Ada of Elsewhere');
  });
}

test('from the dialog of another page, to sign up', async ({ page }) => {
  await page.goto('/ja/tiktok');
  const dialog = await openDialog(page);
  await dialog.getByRole('tab').nth(1).click();
  await dialog.getByRole('button', { name: /Facebook/ }).click();
  await signInThere(page, newEmail());
  await expectSignedIn(page, 'Ada of Elsewhere');
  await expect(page).toHaveURL(/\/ja\/account$/);
});

test('the back button leads from the provider to the form', async ({ page }) => {
  const text = await openIn(page, 'en');
  await page.getByRole('button', { name: text('social_sign_in', { provider: 'Apple' }) }).click();
  await expect(page.getByRole('heading', { name: /^Stand-in for Apple/ })).toBeVisible();
  await page.goBack();
  await expectScreen(page, text('sign_in_title'));
});

test('an address that has an account with a password opens none', async ({ page, site }) => {
  const person = await newPerson(site);
  const text = await openIn(page, 'en');
  await page.getByRole('button', { name: text('social_sign_in', { provider: 'Amazon' }) }).click();
  await signInThere(page, person.email);
  await expectRefused(page, text('error_alias_exists'));
});

for (const language of SPOKEN) {
  test(`in ${language}: an answer that belongs to no request is refused`, async ({ page }) => {
    const text = await openIn(page, language);
    await page.getByRole('button', { name: text('social_sign_in', { provider: 'Google' }) }).click();
    await expect(page.getByRole('heading', { name: /^Stand-in for Google/ })).toBeVisible();
    const back = new URL(new URL(page.url()).searchParams.get('redirect_uri') ?? '');
    back.search = '?code=stolen&state=foreign';
    await page.goto(back.href);
    await expectRefused(page, text('error_oauth_state'));
  });
}
