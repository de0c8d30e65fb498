import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { DownloadForm } from './DownloadForm.tsx';
import { rememberedMode } from './mode.ts';
import { keepUnsentText } from './unsent-text.ts';

beforeEach(() => keepUnsentText(''));

function show() {
  const onSubmit = vi.fn();
  render(
    <MantineProvider env="test">
      <DownloadForm platform="youtube" isBusy={false} onSubmit={onSubmit} />
    </MantineProvider>,
  );
  return { onSubmit, field: screen.getByLabelText('Links to videos or posts') };
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

const paste = (field: HTMLElement, text: string) => fireEvent.paste(field, { clipboardData: { getData: () => text } });

test('takes every link of a pasted text, and marks each by its platform before anything is sent', async () => {
  const { field, onSubmit } = show();
  paste(field, 'look: https://youtu.be/OKvideo0001 and https://evil.example/x');
  expect((field as HTMLTextAreaElement).value).toBe('');
  expect(screen.getByText('YouTube')).toBeDefined();
  expect(screen.getByText('This site isn’t supported.')).toBeDefined();
  fireEvent.click(screen.getByText('MP3'));
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit).toHaveBeenCalledWith(
    [
      { link: 'https://youtu.be/OKvideo0001', platform: 'youtube', problem: null },
      { link: 'https://evil.example/x', platform: null, problem: 'unsupported_host' },
    ],
    'audio',
  );
  expect((field as HTMLTextAreaElement).value).toBe('');
});

test('the button says that it was pressed before anything comes of that, and means a second press as the first', async () => {
  const { field, onSubmit } = show();
  type(field, 'https://youtu.be/OKvideo0001');
  const form = field.closest('form');
  for (let press = 0; press < 2; press++) fireEvent.click(screen.getByText('Download'));
  expect([form?.hasAttribute('data-held'), onSubmit.mock.calls.length]).toEqual([true, 0]);
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  await waitFor(() => expect(form?.hasAttribute('data-held')).toBe(false));
  expect(screen.queryByText('Paste a link first.')).toBeNull();
});

test('says what is missing instead of sending nothing', () => {
  const { field, onSubmit } = show();
  fireEvent.click(screen.getByText('Download'));
  expect(screen.getByText('Paste a link first.')).toBeDefined();
  type(field, 'hello there');
  fireEvent.click(screen.getByText('Download'));
  const [title, advice] = [FAILURE_TEXT.invalid_link.title(), FAILURE_TEXT.invalid_link.advice()];
  expect(screen.getByRole('alert').textContent).toBe(`${title} ${advice}`);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a link of another platform is served, and said', () => {
  const { field } = show();
  type(field, 'https://www.tiktok.com/@a/video/7400000000000000001');
  expect(screen.getByText('This link is from TikTok. It works here too.')).toBeDefined();
});

test('the key / leads to the field, but not while typing elsewhere', () => {
  const { field } = show();
  field.blur();
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement).toBe(field);
});

test('what is pasted stands in the field once: as a chip, which can be taken out, or back to be mended', async () => {
  const { field, onSubmit } = show();
  const area = field as HTMLTextAreaElement;
  paste(field, 'https://youtu.be/OKvideo0001\nhttps://youtu.be/OKvideo0002 https://youtu.be/OKvideo0001');
  expect(screen.getAllByText('YouTube')).toHaveLength(2);
  fireEvent.click(screen.getByLabelText('Remove https://youtu.be/OKvideo0001'));
  expect(document.activeElement).toBe(field);
  fireEvent.keyDown(field, { key: 'Backspace' });
  expect([area.value, screen.queryByText('YouTube')]).toEqual(['https://youtu.be/OKvideo0002', null]);
  paste(field, 'https://youtu.be/OKvideo0003');
  expect([area.value, screen.getAllByText('YouTube').length]).toEqual(['', 2]);
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(onSubmit.mock.calls[0]?.[0]).toHaveLength(2));
  expect(screen.queryByText('YouTube')).toBeNull();
});

test('text without a link stays text, also beside a link', () => {
  const { field } = show();
  type(field, 'hello there');
  paste(field, 'https://youtu.be/OKvideo0001');
  expect([(field as HTMLTextAreaElement).value, screen.getAllByText('YouTube').length]).toEqual(['hello there', 1]);
});

test('a link that is typed stays text while it is, and becomes a chip by the blank behind it', () => {
  const { field } = show();
  const link = 'https://youtu.be/OKvideo0001';
  const area = field as HTMLTextAreaElement;
  type(field, link);
  expect(area.value).toBe(link);
  area.focus();
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, `${link} `);
  fireEvent(area, new InputEvent('input', { inputType: 'insertText', data: ' ', bubbles: true }));
  expect([area.value, screen.getAllByText('YouTube').length]).toEqual(['', 1]);
});

test('Shift and Enter make a new line', () => {
  const { field, onSubmit } = show();
  type(field, 'https://youtu.be/OKvideo0001');
  fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
  expect(onSubmit).not.toHaveBeenCalled();
});

test('what to take is remembered once it is chosen', () => {
  localStorage.clear();
  show();
  expect(rememberedMode()).toBeNull();
  fireEvent.click(screen.getByText('Subtitles'));
  expect(rememberedMode()).toBe('subtitles');
});

test('the button says what it does in each mode', () => {
  localStorage.clear();
  show();
  const shown = () => document.querySelector('button[type="submit"] [data-on]')?.textContent;
  expect(shown()).toBe('Download');
  fireEvent.click(screen.getByText('MP3'));
  expect(shown()).toBe('Download MP3');
  fireEvent.click(screen.getByText('Photos'));
  expect(shown()).toBe('Download photos');
});
