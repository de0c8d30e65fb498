import { createServerFn } from '@tanstack/react-start';
import { getRequest } from '@tanstack/react-start/server';
import { type AdminListName, type AdminPageGiven, type AdminWholeGiven, server } from '#/server/index.ts';

// All are sent as POST, so that what is searched for stands in no address. What is given is read by the operations.

const given = <Name extends AdminListName>(data: AdminPageGiven<Name>) => data;
const givenOfFile = <Name extends AdminListName>(data: AdminWholeGiven<Name>) => data;

/** A page of a list of the admin API. */
async function page<Name extends AdminListName>(name: Name, data: AdminPageGiven<Name>) {
  return (await server()).admin.page(name, getRequest(), data);
}

/** The whole of it as a file. */
async function whole<Name extends AdminListName>(name: Name, data: AdminWholeGiven<Name>) {
  return (await server()).admin.whole(name, getRequest(), data);
}

export const adminDownloadsPage = createServerFn({ method: 'POST' })
  .validator(given<'downloads'>)
  .handler(({ data }) => page('downloads', data));

export const adminDownloadsFile = createServerFn({ method: 'POST' })
  .validator(givenOfFile<'downloads'>)
  .handler(({ data }) => whole('downloads', data));

export const adminRulesPage = createServerFn({ method: 'POST' })
  .validator(given<'rules'>)
  .handler(({ data }) => page('rules', data));

export const adminRulesFile = createServerFn({ method: 'POST' })
  .validator(givenOfFile<'rules'>)
  .handler(({ data }) => whole('rules', data));

export const adminCasesPage = createServerFn({ method: 'POST' })
  .validator(given<'cases'>)
  .handler(({ data }) => page('cases', data));

export const adminCasesFile = createServerFn({ method: 'POST' })
  .validator(givenOfFile<'cases'>)
  .handler(({ data }) => whole('cases', data));

export const adminKeysPage = createServerFn({ method: 'POST' })
  .validator(given<'keys'>)
  .handler(({ data }) => page('keys', data));

export const adminKeysFile = createServerFn({ method: 'POST' })
  .validator(givenOfFile<'keys'>)
  .handler(({ data }) => whole('keys', data));

export const adminUsersPage = createServerFn({ method: 'POST' })
  .validator(given<'users'>)
  .handler(({ data }) => page('users', data));

export const adminUsersFile = createServerFn({ method: 'POST' })
  .validator(givenOfFile<'users'>)
  .handler(({ data }) => whole('users', data));

export const adminLettersPage = createServerFn({ method: 'POST' })
  .validator(given<'letters'>)
  .handler(({ data }) => page('letters', data));

export const adminLettersFile = createServerFn({ method: 'POST' })
  .validator(givenOfFile<'letters'>)
  .handler(({ data }) => whole('letters', data));

/** Of what was changed, anything that is JSON may have been noted. */
export const adminAuditPage = createServerFn({ method: 'POST', strict: { output: false } })
  .validator(given<'audit'>)
  .handler(({ data }) => page('audit', data));

export const adminAuditFile = createServerFn({ method: 'POST' })
  .validator(givenOfFile<'audit'>)
  .handler(({ data }) => whole('audit', data));
