import { randomUUID } from 'node:crypto';
import {
  AdminCreateUserCommand,
  type AttributeType,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Locator, Page } from '@playwright/test';
import type { Language } from '#/account/texts/languages.ts';
import type { AdminClient } from '#/server/identity/admin-client.ts';
import type { KeptMessage } from '#/server/identity/embedded/messages/outbox.ts';
import { identityOf } from '../setup/identity-of.ts';
import { TRIAL_TOKEN } from '../setup/identity-trial-settings.ts';
import { hydrated } from './hydrated.ts';
import { type OwnSite, startOwnSite } from './own-site.ts';
import { expect, test as base } from './test.ts';

/** A site of one's own, and the unchanged AWS SDK that administers its users. */
export type AccountSite = OwnSite & { admin: AdminClient };

type Texts = Record<string, (inputs?: Record<string, unknown>) => string>;

export type Person = { email: string; password: string; sub: string };

/** Meets the password rules of app.config.ts. */
export const PASSWORD = 'Correct-horse1';

/** The authenticator's texts of a language as the site compiled them; a key that there is not fails the test. */
export async function authenticatorTexts(language: Language): Promise<(key: string, inputs?: object) => string> {
  const texts: Texts = await import(`../../src/account/texts/paraglide/messages/${language}.js`);
  return (key, inputs = {}) => {
    const text = texts[key];
    if (!text) throw new Error(`There is no text ${key} in ${language}.`);
    return text({ ...inputs });
  };
}

const SOCIAL = { ACCOUNTS: JSON.stringify({ socialProviders: ['amazon', 'apple', 'facebook', 'google'] }) };

/**
 * Tests of accounts: all of a worker share one site, with app.config.ts's settings and all social providers. A file that needs others
 * gives `siteEnv` at its top, and has a site for itself.
 */
export const test = base.extend<object, { siteEnv: Record<string, string>; site: AccountSite }>({
  siteEnv: [SOCIAL, { option: true, scope: 'worker' }],
  site: [
    async ({ siteEnv }, give) => {
      const site = await startAccountSite(siteEnv);
      await give(site);
      await site.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ site }, give) => give(site.origin),
  // As in a browser that has followed the address which start prints.
  context: async ({ context, site }, give) => {
    const url = `${site.origin}/identity/`;
    await context.addCookies([{ name: 'identity-trial', value: TRIAL_TOKEN, url, sameSite: 'Strict', httpOnly: true }]);
    await give(context);
  },
});

export { expect };

/** The built site with its own accounts, which an operator may administer. Plenty is allowed to one address. */
export async function startAccountSite(env: Record<string, string> = {}): Promise<AccountSite> {
  let facts: Awaited<ReturnType<typeof identityOf>> | undefined;
  const plenty = { GUEST_RESOLUTIONS: '100000', GUEST_DOWNLOADS: '100000', GUEST_TRANSFERS: '1000' };
  const site = await startOwnSite({ ...plenty, ...env }, async (dataDir) => void (facts = await identityOf(dataDir)));
  if (!facts) throw new Error('The data folder was not prepared.');
  const { userPoolId, adminKey: credentials } = facts;
  const endpoint = `${site.origin}/identity/`;
  return {
    ...site,
    admin: { userPoolId, client: new CognitoIdentityProviderClient({ region: 'us-east-1', endpoint, credentials }) },
  };
}

export function newEmail(): string {
  return `person-${randomUUID().slice(0, 12)}@example.com`;
}

/** Somebody who can sign in with e-mail and password, whose address is verified unless `attributes` says otherwise. */
export async function newPerson(site: AccountSite, attributes: Record<string, string> = {}): Promise<Person> {
  const person = await newInvited(site, attributes);
  const { client, userPoolId: UserPoolId } = site.admin;
  const command = { UserPoolId, Username: person.email, Password: PASSWORD, Permanent: true };
  await client.send(new AdminSetUserPasswordCommand(command));
  return { ...person, password: PASSWORD };
}

/** Somebody whose password is a temporary one, to be changed at the first sign-in. */
export async function newInvited(site: AccountSite, attributes: Record<string, string> = {}): Promise<Person> {
  const { client, userPoolId: UserPoolId } = site.admin;
  const email = newEmail();
  const password = 'Temporary-1';
  const given: AttributeType[] = Object.entries({ email, email_verified: 'true', ...attributes }).map(
    ([Name, Value]) => ({ Name, Value }),
  );
  const { User } = await client.send(
    new AdminCreateUserCommand({
      UserPoolId,
      Username: email,
      TemporaryPassword: password,
      UserAttributes: given,
      MessageAction: 'SUPPRESS',
    }),
  );
  return { email, password, sub: User?.Username ?? '' };
}

/** Messages to an address or number that the site's outbox has, oldest first. */
export async function messagesTo({ origin }: OwnSite, destination: string): Promise<KeptMessage[]> {
  const address = `${origin}/identity/outbox.json?to=${encodeURIComponent(destination)}`;
  const answer = await fetch(address, { headers: { authorization: `Bearer ${TRIAL_TOKEN}` } });
  const { messages } = (await answer.json()) as { messages: KeptMessage[] };
  return messages.toReversed();
}

/** The code of the nth message to somebody, waited for. */
export async function codeTo(site: OwnSite, destination: string, nth = 1): Promise<string> {
  await expect.poll(async () => (await messagesTo(site, destination)).length).toBeGreaterThanOrEqual(nth);
  return (await messagesTo(site, destination))[nth - 1]?.code ?? 'none';
}

/** Types values into fields by their names. */
export async function fill(place: Page | Locator, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await place.locator(`input[name="${name}"]`).fill(value);
}

/** The button that sends a form of the authenticator. */
export const submitButton = (place: Page | Locator) => place.locator('form[novalidate] button[type="submit"]');

/** Opens the sign-in dialog over the page that is shown. */
export async function openDialog(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog');
  // Before, the link leads to the account's page.
  await hydrated(page);
  await page.locator('header a[href$="/account"]').click();
  await expect(dialog.locator('form[novalidate]')).toBeVisible();
  return dialog;
}

/** Goes to the account by the toolbar's menu, which somebody signed in has. */
export async function openAccount(page: Page): Promise<void> {
  await hydrated(page);
  await page.locator('header a[href$="/account"]').click();
  await page.locator('header nav a[href$="/account"]').click();
}

/** Fills the sign-in form, where there is one, and sends it. */
export async function submitSignIn(place: Page | Locator, { email, password }: Omit<Person, 'sub'>): Promise<void> {
  await fill(place, { username: email, password });
  await submitButton(place).click();
}

/** Signs in on the account page, until its pages are shown. */
export async function signIn(page: Page, person: Omit<Person, 'sub'>, path = '/account'): Promise<void> {
  await page.goto(path);
  await submitSignIn(page, person);
  await expectSignedIn(page, person.email);
}

/** The account's pages say whose they are. */
export async function expectSignedIn(page: Page, name: string): Promise<void> {
  await expect(page.getByText(name).first()).toBeVisible();
  await expect(page.locator('main nav a[href$="/account/security"]')).toBeVisible();
}
