import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { singleKeys } from '../choices/choices.ts';
import { DownloadForm } from '../form/DownloadForm.tsx';

const LINK = 'https://youtu.be/OKvideo0001';
const FOUND = { link: LINK, platform: 'youtube', problem: null };

function show() {
  const onSubmit = vi.fn();
  render(
    <MantineProvider env="test">
      <DownloadForm isBusy={false} onSubmit={onSubmit} />
    </MantineProvider>,
  );
  return { onSubmit, field: screen.getByLabelText('Links to videos or posts') };
}

const press = (key: string, code = '') => fireEvent.keyDown(document.body, { key, code });
const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value;

beforeEach(() => {
  localStorage.clear();
  singleKeys.choose(null);
  Object.assign(navigator, { clipboard: { readText: async () => LINK } });
});
afterEach(() => vi.unstubAllGlobals());

describe('on a page with the form', () => {
  test('/ leads to the field, and Escape out of it', () => {
    const { field } = show();
    press('/');
    expect(document.activeElement).toBe(field);
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(document.activeElement).not.toBe(field);
  });

  test('p pastes and sends; where the browser refuses, that is said', async () => {
    const { onSubmit } = show();
    press('p');
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith([FOUND], 'video'));
    Object.assign(navigator.clipboard, { readText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) });
    press('з', 'KeyP');
    expect(await screen.findByText(/blocked access to the clipboard/)).toBeDefined();
  });

  test('digits choose what to take, and it is said aloud', () => {
    show();
    press('2');
    expect(chosen()).toBe('audio');
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('MP3');
  });

  test('nothing happens while somebody types', () => {
    const { field } = show();
    fireEvent.keyDown(field, { key: '3' });
    expect(chosen()).toBe('video');
  });
});

describe('the list of keys', () => {
  test('opens by ?, holds all keys back, and switches single ones off for good', async () => {
    show();
    press('?');
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    press('3');
    expect(chosen()).toBe('video');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Use single-key shortcuts' }));
    act(() => screen.getByRole<HTMLDialogElement>('dialog').close());
    expect(screen.queryByRole('dialog')).toBeNull();
    press('3');
    expect(chosen()).toBe('video');
    expect(localStorage.getItem('clipferry-keys')).toBe('off');
  });

  test('can be opened without a key, to switch them on again', async () => {
    singleKeys.choose('off');
    show();
    const button = screen.getByRole('button', { name: 'Keyboard shortcuts' });
    button.focus();
    fireEvent.click(button);
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Use single-key shortcuts' }));
    expect(singleKeys.read()).toBeNull();
    act(() => screen.getByRole<HTMLDialogElement>('dialog').close());
    expect(document.activeElement).toBe(button);
  });
});

describe('links that are dragged', () => {
  const drag = (types: string[], data: Record<string, string> = {}, files: File[] = []) => ({
    dataTransfer: { types, files, dropEffect: 'none', getData: (type: string) => data[type] ?? '' },
  });

  test('are taken wherever they are dropped, and the page says that it takes them', async () => {
    const { onSubmit } = show();
    const link = drag(['text/uri-list', 'text/plain'], {
      'text/uri-list': `# from a page\n${LINK}`,
      'text/plain': 'A film',
    });
    fireEvent.dragOver(document.body, link);
    expect(screen.getByText('Drop links here')).toBeDefined();
    fireEvent.drop(document.body, link);
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith([FOUND], 'video'));
    expect(screen.queryByText('Drop links here')).toBeNull();
  });

  test('may come in files', async () => {
    const { onSubmit } = show();
    const file = new File([`[InternetShortcut]\r\nURL=${LINK}\r\n`], 'A film.url');
    fireEvent.drop(document.body, drag(['Files'], {}, [file, new File(['x'], 'photo.jpg')]));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith([FOUND], 'video'));
  });

  test('within the page are left alone', () => {
    show();
    fireEvent.dragStart(document.body);
    fireEvent.dragOver(document.body, drag(['text/plain']));
    expect(screen.queryByText('Drop links here')).toBeNull();
    fireEvent.dragEnd(document.body);
  });

  test('without a link in them are told', async () => {
    show();
    fireEvent.drop(document.body, drag(['text/plain'], { 'text/plain': 'hello there' }));
    expect(await screen.findByText(/not a link|No link|link/i, { selector: '[class*=error]' })).toBeDefined();
  });
});
