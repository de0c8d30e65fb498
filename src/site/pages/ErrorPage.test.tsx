import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ErrorPage } from './ErrorPage.tsx';

function show() {
  const history = createMemoryHistory({ initialEntries: ['/fr/tiktok'] });
  const router = createRouter({ routeTree: createRootRoute(), history });
  render(
    <RouterContextProvider router={router as never}>
      <ErrorPage />
    </RouterContextProvider>,
  );
  return vi.spyOn(router, 'invalidate').mockResolvedValue();
}
const said = () => [screen.getByRole('heading').textContent, screen.getByRole('heading').nextSibling?.textContent];

test('a page that fails is a mistake of the site’s', () => {
  show();
  expect(said()).toEqual([
    'Internal Server Error',
    'The problem is on our side. Reload the page, or try again in a minute.',
  ]);
  expect(screen.getByRole('link', { name: 'Reload' }).getAttribute('href')).toBe('/fr/tiktok');
});

test('without a connection it is one of nobody’s, and the page is made as soon as there is one', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const goesOn = show();
  expect(said()).toEqual(['You’re offline', 'This page isn’t saved on this device.']);
  expect(goesOn).not.toHaveBeenCalled();
  online.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  expect(goesOn).toHaveBeenCalledOnce();
});
