import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AccountMenu } from './AccountMenu.tsx';
import { USER } from './fixtures/flow.ts';
import { showPage } from './pages/fixtures/show-page.tsx';
import { publishSession } from './session/session.ts';

const onClose = vi.fn();

beforeEach(() => {
  onClose.mockClear();
  publishSession(USER);
});

function open(user = USER) {
  publishSession(user);
  showPage(
    <>
      <span>
        <a href="/account">Account</a>
      </span>
      <AccountMenu onClose={onClose} />
      <button type="button">Elsewhere</button>
    </>,
  );
  return screen.getByRole('link', { name: 'Account' });
}

test('says who is signed in, and leads to the pages of the account; operators have theirs', () => {
  const opener = open();
  expect(opener.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText('You’re signed in as Ada.')).toBeDefined();
  const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links()).toEqual(['/account', '/account', '/account/preferences', '/account/security']);
  act(() => publishSession({ ...USER, groups: ['admins'] }));
  expect(links().at(-1)).toBe('/admin');
});

test('closes by Escape, which gives the focus back, and when the visitor turns to something else', () => {
  const opener = open();
  screen.getByRole('button', { name: 'Sign out' }).focus();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect([onClose.mock.calls.length, document.activeElement]).toEqual([1, opener]);
  fireEvent.pointerDown(screen.getByText('You’re signed in as Ada.'));
  expect(onClose).toHaveBeenCalledTimes(1);
  screen.getByRole('button', { name: 'Elsewhere' }).focus();
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('closes when the session ends', () => {
  open();
  act(() => publishSession(null));
  expect(onClose).toHaveBeenCalledTimes(1);
});
