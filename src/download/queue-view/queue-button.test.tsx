import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signalQueue } from '../queue/queue-signal.ts';
import { QueueButton } from './QueueButton.tsx';

test('how much is in the queue is written once there is something, and always said', () => {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  render(
    <RouterContextProvider router={router}>
      <QueueButton />
    </RouterContextProvider>,
  );
  const written = () => screen.getByRole('link').querySelector('span[aria-hidden]')?.textContent.trim();
  const said = () => screen.getByRole('link').querySelector('.spoken')?.textContent;
  expect([written(), said()]).toEqual(['Queue', 'Queue, 0 items']);
  act(() => signalQueue({ count: 2, share: null }));
  expect([written(), said()]).toEqual(['Queue 2', 'Queue, 2 items']);
});
