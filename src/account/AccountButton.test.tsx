import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { navigateTo } from '#/site/pages/navigate.ts';
import { AccountButton } from './AccountButton.tsx';

// jsdom leaves no page, and lacks no code.
vi.mock('#/site/pages/navigate.ts', () => ({ navigateTo: vi.fn() }));
vi.mock('#/site/serving/server-part.tsx', () => ({ createServerPart: () => () => <a href="/account">Account</a> }));
vi.mock('./AccountDialog.tsx', () => {
  throw new TypeError('Importing a module script failed.');
});

test('a click whose code does not come follows the link', async () => {
  render(<AccountButton />);
  fireEvent.click(screen.getByRole('link', { name: 'Account' }));
  await expect.poll(() => vi.mocked(navigateTo).mock.calls).toEqual([['/account']]);
});
