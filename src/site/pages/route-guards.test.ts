import { isNotFound } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { ADMIN_GROUP } from '#/model/admin-access.ts';
import { requestScope } from '../serving/request-scope.server.ts';
import { askGuard, guardedBy, type GuardName, UnknownGuard } from './route-guards.ts';

const USER = { groups: [] };
const OPERATOR = { groups: [ADMIN_GROUP] };
const visit = { location: { publicHref: '/fr/account?u=1' } };

function withAccounts<T>(hasAccounts: boolean, ask: () => T): T {
  return requestScope.run({ hasAccounts }, ask);
}

test.each([
  ['signed-in', undefined, 'open'],
  ['signed-in', null, 'signIn'],
  ['signed-in', USER, 'open'],
  ['administrator', undefined, 'open'],
  ['administrator', null, 'signIn'],
  ['administrator', USER, 'refused'],
  ['administrator', OPERATOR, 'open'],
] as const)('%s, asked of %j, answers %s', (name, looker, verdict) => {
  expect(withAccounts(true, () => askGuard(name, looker))).toBe(verdict);
  expect(withAccounts(false, () => askGuard(name, looker))).toBe('absent');
});

test('a page that there is not in this installation fails its validation, by its full path', () => {
  withAccounts(true, () => guardedBy('signed-in')(visit));
  const thrown = withAccounts(false, () => {
    try {
      guardedBy('administrator')(visit);
    } catch (error) {
      return error;
    }
  });
  expect(isNotFound(thrown)).toBe(true);
  expect(thrown).toMatchObject({ data: { statusCode: 404, message: 'Page Not Found: /fr/account?u=1' } });
});

test.each(['nobody', 'toString', ''])('a guard %s that there is not is an error of its own', (name) => {
  const loading = () => guardedBy(name as GuardName)(visit);
  expect(loading).toThrow(UnknownGuard);
  expect(loading).toThrow(/^Unknown route middleware$/);
});
