import { render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { AccountLink } from './AccountLink.tsx';

afterEach(() => {
  delete document.documentElement.dataset['accounts'];
});

test('the way to the account, which a browser makes anew in another language, is there where the page says that there are accounts', () => {
  render(<AccountLink />);
  expect(screen.queryByRole('link')).toBeNull();
  document.documentElement.dataset['accounts'] = '';
  render(<AccountLink />);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/account');
});
