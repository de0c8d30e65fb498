import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AppNotes } from './AppNotes.tsx';

const show = () =>
  render(
    <MantineProvider env="test">
      <AppNotes onReload={() => {}} />
    </MantineProvider>,
  );
const offer = () => {
  const prompt = vi.fn(async () => ({ outcome: 'accepted' }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void dispatchEvent(event));
  return { event, prompt };
};
const INSTALL = 'Install Clipferry as an app to share links with it from other apps.';

beforeEach(() => localStorage.clear());

test('there is nothing to say at first', () => {
  show();
  expect(document.querySelector('output')).toBeNull();
});

describe('that the site can be installed', () => {
  test('is said when the browser offers it, in place of the browser’s own bar', () => {
    show();
    const { event, prompt } = offer();
    expect(event.defaultPrevented).toBe(true);
    expect(screen.getByText(INSTALL)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Install' }));
    expect(prompt).toHaveBeenCalledOnce();
    expect(screen.queryByText(INSTALL)).toBeNull();
  });

  test('is not said again to who does not want it', () => {
    const { unmount } = show();
    offer();
    fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
    expect(screen.queryByText(INSTALL)).toBeNull();
    unmount();
    show();
    offer();
    expect(screen.queryByText(INSTALL)).toBeNull();
  });
});

test('who loses the connection is told, and told no more when it is back', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get');
  show();
  online.mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  expect(screen.getByText('You’re offline. Links you add wait until you’re back online.')).toBeDefined();
  online.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  expect(document.querySelector('output')).toBeNull();
});
