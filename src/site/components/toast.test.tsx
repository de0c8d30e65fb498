import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ModalDialog } from './ModalDialog.tsx';
import { showToast } from './toast.ts';

/** Longer than a toast is shown. */
const LATER_MS = 11_000;

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => {
    act(() => vi.advanceTimersByTime(LATER_MS));
    vi.useRealTimers();
  });
});

async function say(text: string, press = () => {}): Promise<void> {
  await act(async () => showToast({ text, action: { label: 'Undo', press } }));
  act(() => vi.advanceTimersByTime(50));
}

test('says what was done for a while, politely, and takes it back once', async () => {
  const press = vi.fn();
  await say('Removed', press);
  expect(screen.getByRole('status').getAttribute('aria-live')).toBe('polite');
  expect(screen.getByRole('status').textContent).toBe('Removed');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(press).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('status').textContent).toBe('');
  expect(screen.queryByRole('button')).toBeNull();
});

test('goes by itself, but not while it has the focus; the next one takes its place', async () => {
  await say('One');
  await say('Two');
  expect(screen.getByRole('status').textContent).toBe('Two');
  act(() => screen.getByRole('button', { name: 'Undo' }).focus());
  act(() => vi.advanceTimersByTime(LATER_MS));
  expect(screen.getByRole('status').textContent).toBe('Two');
  act(() => screen.getByRole('button', { name: 'Undo' }).blur());
  act(() => vi.advanceTimersByTime(LATER_MS));
  expect(screen.getByRole('status').textContent).toBe('');
});

test('is said in what lies above the page, where it can be reached', async () => {
  const { unmount } = render(<ModalDialog aria-label="Drawer" side="end" />);
  await say('Removed');
  expect(screen.getByRole('dialog').contains(screen.getByRole('button', { name: 'Undo' }))).toBe(true);
  unmount();
});

test('goes by itself, too, when what it was said in is closed with the pointer on it', async () => {
  const { unmount } = render(<ModalDialog aria-label="Drawer" side="end" />);
  await say('Removed');
  fireEvent.pointerEnter(screen.getByRole('status').parentElement ?? document.body);
  act(() => vi.advanceTimersByTime(LATER_MS));
  expect(screen.getByRole('status').textContent).toBe('Removed');
  act(unmount);
  expect(screen.getByRole('status').textContent).toBe('Removed');
  act(() => vi.advanceTimersByTime(LATER_MS));
  expect(screen.getByRole('status').textContent).toBe('');
});
