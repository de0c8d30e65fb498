import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AdminUser } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import { ADMIN, refused, type Script, showAdminPage, whole } from '../fixtures/show-admin-page.tsx';
import { UsersPage } from './UsersPage.tsx';

const BOB: AdminUser = {
  username: 'bob-name',
  sub: 'sub-bob',
  email: 'bob@example.org',
  status: 'CONFIRMED',
  isEnabled: true,
  isAdmin: false,
  createdAt: '2026-11-20T10:00:00.000Z',
};
const SELF: AdminUser = { ...BOB, sub: ADMIN.id, username: ADMIN.username, email: 'ada@example.org', isAdmin: true };

const show = (calls: Script['calls'], ...rows: AdminUser[]) =>
  showAdminPage(UsersPage, { calls: calls ?? {}, lists: { users: whole(...rows) } });
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement);
const deedsIn = (row: Awaited<ReturnType<typeof rowOf>>) =>
  row.getAllByRole('button').map((button) => button.textContent);

test('what can be done with somebody follows from what they are', async () => {
  show({}, BOB, { ...BOB, sub: 'sub-eve', email: 'eve@example.org', isEnabled: false, isAdmin: true, status: 'ODD' });
  expect(deedsIn(await rowOf('bob@example.org'))).toEqual([
    'Disable',
    'Sign out everywhere',
    'Make administrator',
    'Delete',
  ]);
  const eve = await rowOf('eve@example.org');
  expect(deedsIn(eve)).toEqual(['Enable', 'Sign out everywhere', 'Remove administrator', 'Delete']);
  for (const text of ['Disabled', 'Administrator', 'ODD']) expect(eve.getByText(text)).toBeDefined();
});

test('whoever has not confirmed an address is not offered to become an administrator by it', async () => {
  show({}, { ...BOB, status: 'UNCONFIRMED' });
  expect(deedsIn(await rowOf('bob@example.org'))).toEqual(['Disable', 'Sign out everywhere', 'Delete']);
});

test('with one’s own account only what does not shut oneself out', async () => {
  show({}, SELF);
  const row = await rowOf('ada@example.org');
  expect(row.getByText('You')).toBeDefined();
  expect(deedsIn(row)).toEqual(['Sign out everywhere']);
});

test.each([
  ['Disable', 'disableUser', 'User disabled: bob@example.org'],
  ['Sign out everywhere', 'signOutUser', 'User signed out everywhere: bob@example.org'],
  ['Make administrator', 'promoteUser', 'Administrator added: bob@example.org'],
  ['Delete', 'deleteUser', 'User deleted: bob@example.org'],
] as const)('%s is done once it was confirmed', async (label, operation, said) => {
  const { visitor, asked } = show({ [operation]: () => ok(null) }, BOB);
  await visitor.click((await rowOf('bob@example.org')).getByRole('button', { name: `${label}: bob@example.org` }));
  expect(asked.map(([name]) => name)).toEqual(['list users']);
  await visitor.click(within(screen.getByRole('dialog')).getByRole('button', { name: label }));
  expect(await screen.findByText(said)).toBeDefined();
  expect(asked).toContainEqual([operation, { id: 'bob-name' }]);
});

test('what the API does not let happen is told in the dialog', async () => {
  const { visitor } = show({ disableUser: () => refused('invalid_request', 409) }, BOB);
  await visitor.click((await rowOf('bob@example.org')).getByRole('button', { name: 'Disable: bob@example.org' }));
  await visitor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disable' }));
  expect(await within(screen.getByRole('dialog')).findByText('This isn’t possible right now.')).toBeDefined();
});

test('a list that was asked for before a change, and comes after it, is not taken for what holds', async () => {
  let isDisabled = false;
  const answers: (() => void)[] = [];
  const { visitor } = showAdminPage(UsersPage, {
    calls: {
      disableUser: () => {
        isDisabled = true;
        return ok(null);
      },
    },
    lists: {
      users: ({ search }) => {
        const page = ok({ rows: [{ ...BOB, isEnabled: !isDisabled }], cursor: null });
        if (search === undefined || isDisabled) return page;
        return new Promise((resolve) => answers.push(() => resolve(page))) as never;
      },
    },
  });
  const row = await rowOf('bob@example.org');
  await visitor.type(screen.getByLabelText('Start of the email address'), 'bob');
  await waitFor(() => expect(answers).toHaveLength(1));
  await visitor.click(row.getByRole('button', { name: 'Disable: bob@example.org' }));
  await visitor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disable' }));
  await screen.findByText('User disabled: bob@example.org');
  for (const answer of answers) answer();
  expect(await screen.findByText('Disabled')).toBeDefined();
});
