import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { allowances } from '#app.config';
import { LimitList } from './LimitList.tsx';

const valueOf = (term: string) => screen.getByText(term).nextElementSibling?.textContent;

test('limits are those of the configuration, in words and numbers of the page', () => {
  render(<LimitList platform="tiktok" changedFacts={{}} />);
  expect(valueOf('Downloads')).toBe(`${allowances.guest.downloads} every 10 minutes`);
  expect(valueOf('Largest file')).toBe('10 GB');
  expect(valueOf('Longest video')).toBe('6 hours');
  expect(screen.queryByText(/Playlist/)).toBeNull();
});

test('what an installation has set otherwise is what it tells', () => {
  const changedFacts = { 'allowances.guest.downloads': 7, 'allowances.keptFileS': 1800 };
  render(<LimitList platform="youtube" changedFacts={changedFacts} />);
  expect(valueOf('Downloads')).toBe('7 every 10 minutes');
  expect(valueOf('A file prepared on our server is kept for')).toBe('30 minutes');
  expect(screen.getByText(/Playlist/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'All limits' }).getAttribute('href')).toBe('/limits');
});
