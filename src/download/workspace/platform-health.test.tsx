import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PlatformHealth } from '#/model/download.ts';
import { PlatformHealthNote } from './PlatformHealthNote.tsx';

const HEALTH: PlatformHealth = {
  state: 'unavailable',
  reason: { code: 'upstream_error' },
  checkedAt: new Date().toISOString(),
};

function show(own: Partial<PlatformHealth>) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  render(
    <RouterContextProvider router={router}>
      <PlatformHealthNote health={{ ...HEALTH, ...own }} />
    </RouterContextProvider>,
  );
  return [...document.querySelectorAll('p')].map(({ textContent }) => textContent);
}

test('that a platform is down is one line without a full stop, and below it are why, and what to do', () => {
  expect(show({})).toEqual([
    'Unavailable right now\u00a0· Checked just now\u00a0· Status of all platforms',
    'The platform returned an error. The problem is on the platform’s side. Try again in a moment.',
  ]);
});

test('of one that works nothing more is said', () => {
  expect(show({ state: 'working', reason: null })).toHaveLength(1);
});
