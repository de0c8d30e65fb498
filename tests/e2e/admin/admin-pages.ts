import {
  AdminAddUserToGroupCommand,
  CreateGroupCommand,
  GroupExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Page } from '@playwright/test';
import { ADMIN_GROUP } from '#/model/admin-access.ts';
import { type AccountSite, newPerson, type Person, submitSignIn } from '../accounts.ts';
import { test as base } from '../account/account-pages.ts';
import { expect } from '../test.ts';

/** Tests of the operators' pages: each has an `admin` of its own, who can sign in. */
export const test = base.extend<{ admin: Person }>({
  admin: async ({ site }, give) => give(await newAdmin(site)),
});

/** Somebody who may administer the site. */
export async function newAdmin(site: AccountSite): Promise<Person> {
  const person = await newPerson(site);
  const { client, userPoolId: UserPoolId } = site.admin;
  await client.send(new CreateGroupCommand({ UserPoolId, GroupName: ADMIN_GROUP })).catch((error: unknown) => {
    if (!(error instanceof GroupExistsException)) throw error;
  });
  await client.send(new AdminAddUserToGroupCommand({ UserPoolId, GroupName: ADMIN_GROUP, Username: person.email }));
  return person;
}

/** Signs in on a page of the operators, until its menu is shown. */
export async function signInAsAdmin(page: Page, admin: Omit<Person, 'sub'>, path = '/admin'): Promise<void> {
  await page.goto(path);
  await submitSignIn(page, admin);
  await expect(page.locator('main nav a[href$="/admin/audit"]')).toBeVisible();
}
