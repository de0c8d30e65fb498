import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DownloadForm } from './DownloadForm.tsx';
import { onFirstInteraction, readDraft, showMode } from './first-interaction.ts';
import { rememberedMode } from './mode.ts';

const DRAFT = { text: '', mode: 'video', focused: -1, isSubmitted: false } as const;

function show() {
  const onSubmit = vi.fn();
  render(
    <MantineProvider env="test">
      <DownloadForm platform="youtube" draft={DRAFT} isBusy={false} onSubmit={onSubmit} />
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

test('the plain form shows what was chosen last, unless the visitor was faster, and remembers what is chosen in it', () => {
  const plain = (checked: string) => {
    const form = document.createElement('form');
    form.innerHTML = ['video', 'audio', 'muted']
      .map((mode) => `<input type="radio" name="mode" value="${mode}"${mode === 'video' ? ' checked' : ''}>`)
      .join('');
    for (const input of form.querySelectorAll('input')) input.checked = input.value === checked;
    return form;
  };
  const untouched = plain('video');
  showMode(untouched, 'audio');
  expect(readDraft(untouched, 'audio', false).mode).toBe('audio');
  const touched = plain('muted');
  showMode(touched, 'audio');
  expect(readDraft(touched, 'audio', false).mode).toBe('muted');
  const { stop } = onFirstInteraction(touched, async () => {}, false);
  fireEvent.change(touched.querySelectorAll('input')[2] as HTMLInputElement);
  expect(rememberedMode()).toBe('muted');
  stop();
});

test('whatever a visitor does with the plain form until the new one is there, is told to it, and loads it once', async () => {
  const plain = document.createElement('div');
  plain.innerHTML = '<form><textarea></textarea><button type="button" name="keys">Keys</button></form>';
  document.body.append(plain);
  const button = plain.querySelector('button') as HTMLElement;
  const opening = Promise.withResolvers<void>();
  const open = vi.fn(() => opening.promise);
  const { missed } = onFirstInteraction(plain, open, false);
  fireEvent.pointerMove(button);
  button.focus();
  fireEvent.click(button);
  fireEvent.keyDown(button, { key: '2' });
  // What was done is shown first.
  expect(open).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(open).toHaveBeenCalledOnce());
  expect(missed.map(({ type }) => type)).toEqual(['click', 'keydown']);
  expect(readDraft(plain, 'video', false).focused).toBe(1);
  opening.resolve();
  await opening.promise;
  fireEvent.keyDown(button, { key: '3' });
  expect(missed).toHaveLength(2);
  // The new form stands in the same place, with a dialog whose form closes it.
  const submit = new Event('submit', { bubbles: true, cancelable: true });
  plain.querySelector('form')?.dispatchEvent(submit);
  expect(submit.defaultPrevented).toBe(false);
  plain.remove();
});
