import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DownloadForm } from './DownloadForm.tsx';
import { rememberedMode } from './mode.ts';

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

test('takes every link of a pasted text, and marks each by its platform before anything is sent', () => {
  const { field, onSubmit } = show();
  type(field, 'look: https://youtu.be/OKvideo0001 and https://evil.example/x');
  expect(screen.getByText('YouTube')).toBeDefined();
  expect(screen.getByText('This site is not one we serve.')).toBeDefined();
  fireEvent.click(screen.getByText('Audio only'));
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onSubmit).toHaveBeenCalledWith(
    [
      { link: 'https://youtu.be/OKvideo0001', platform: 'youtube', problem: null },
      { link: 'https://evil.example/x', platform: null, problem: 'unsupported_host' },
    ],
    'audio',
  );
  expect((field as HTMLTextAreaElement).value).toBe('');
});

test('says what is missing instead of sending nothing', () => {
  const { field, onSubmit } = show();
  fireEvent.click(screen.getByText('Get the video'));
  expect(screen.getByText('Paste a link first.')).toBeDefined();
  type(field, 'hello there');
  fireEvent.click(screen.getByText('Get the video'));
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
