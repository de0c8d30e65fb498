import {
  AdminDisableUserCommand,
  AdminUserGlobalSignOutCommand,
  type AdminDisableUserCommandInput,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Page } from '@playwright/test';
import { readLink, section, siteTexts, test, TIKTOK } from './account-pages.ts';
import { type AccountSite, authenticatorTexts, openAccount, openDialog, type Person, signIn } from '../accounts.ts';
import { AGREEMENT_STORAGE_KEY } from '#/download/queue/queue-signal.ts';
import { expectRefused, SPOKEN } from '../sign-in/authenticator.ts';
import { expect, pathIn } from '../test.ts';

test.use({ expectedStatuses: [400] });

/** Access and id tokens are good for an hour; within it the page asks for credentials anew, by tokens that have to be refreshed. */
const PAST_AN_HOUR = '01:05:00';

type AboutUser = Pick<AdminDisableUserCommandInput, 'UserPoolId' | 'Username'>;

const ENDINGS = [
  {
    what: 'were revoked',
    order: (user: AboutUser) => new AdminUserGlobalSignOutCommand(user),
    key: 'error_session_ended',
  },
  {
    what: 'are a disabled user’s',
    order: (user: AboutUser) => new AdminDisableUserCommand(user),
    key: 'error_user_disabled',
  },
] as const;

async function end({ admin }: AccountSite, person: Person, { order }: (typeof ENDINGS)[number]): Promise<void> {
  await admin.client.send(order({ UserPoolId: admin.userPoolId, Username: person.email }));
}

/** What the browser keeps of the session. */
function tokens(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => /Token$|LastAuthUser$/.test(key))
      .map((key) => localStorage.getItem(key) ?? '')
      .toSorted(),
  );
}

test('tokens that have run out are refreshed, and nobody notices', async ({ page, person }) => {
  const text = await siteTexts();
  await page.clock.install();
  await signIn(page, person);
  const before = await tokens(page);
  let refreshed = 0;
  page.on('request', (request) => {
    if (request.headers()['x-amz-target']?.endsWith('.GetTokensFromRefreshToken')) refreshed += 1;
  });
  await page.clock.fastForward(PAST_AN_HOUR);
  await page
    .getByRole('main')
    .getByRole('link', { name: text('account_security_heading'), exact: true })
    .click();
  const devices = section(page, text('account_devices_heading'));
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  expect(refreshed).toBe(1);
  const after = await tokens(page);
  expect(after).toHaveLength(before.length);
  expect(after).not.toEqual(before);
  await openAccount(page);
  await expect(page.getByText(text('account_history_empty'))).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(refreshed).toBe(1);
});

for (const ending of ENDINGS) {
  for (const locale of SPOKEN) {
    test(`in ${locale}: tokens that have run out and ${ending.what} sign out, and it is told why`, async ({
      page,
      person,
      site,
    }) => {
      const speak = await authenticatorTexts(locale);
      await page.clock.install();
      await signIn(page, person, pathIn(locale, '/account'));
      await end(site, person, ending);
      await page.clock.fastForward(PAST_AN_HOUR);
      await expect(page.getByRole('alert')).toHaveText(speak(ending.key));
      await expect(page.locator('input[name="username"]')).toBeVisible();
      expect(await tokens(page)).toEqual([]);
    });
  }

  test(`tokens of an earlier visit that ${ending.what} are told of at the next`, async ({ page, person, site }) => {
    const speak = await authenticatorTexts('en');
    await page.clock.install();
    await signIn(page, person);
    // While the page is open it hears of it at its next request.
    await page.goto('about:blank');
    await end(site, person, ending);
    await page.clock.fastForward(PAST_AN_HOUR);
    await page.goto('/account');
    await expectRefused(page, speak(ending.key));
    await expect(page.getByRole('alert')).toHaveCount(1);
    expect(await tokens(page)).toEqual([]);
  });
}

test('on a platform’s page the queue goes with the session, and the toolbar’s button leads to signing in', async ({
  page,
  person,
  site,
}) => {
  const [revoked] = ENDINGS;
  await page.clock.install();
  await signIn(page, person);
  await readLink(page, TIKTOK);
  // Before the site knows whose queue it is, it is this browser's.
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), AGREEMENT_STORAGE_KEY)).toContain('userId');
  await end(site, person, revoked);
  await page.clock.fastForward(PAST_AN_HOUR);
  await expect(page.locator('article[data-state]')).toHaveCount(0);
  expect(await tokens(page)).toEqual([]);
  const dialog = await openDialog(page);
  await expectRefused(dialog, (await authenticatorTexts('en'))(revoked.key));
});
