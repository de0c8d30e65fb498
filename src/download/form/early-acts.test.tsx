import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DownloadForm } from './DownloadForm.tsx';
import { rememberedMode } from './mode.ts';
import { keepUnsentText, unsentText } from './unsent-text.ts';
import { keepEarlyActs, showMode, takeEarlyActs } from './early-acts.ts';

const LINK = 'https://youtu.be/OKvideo0001';
const FOUND = { link: LINK, platform: 'youtube', problem: null };

/** The form as the server has it, and what is kept of what is done with it. */
function plainForm(text = '') {
  const panel = document.createElement('div');
  panel.innerHTML = `<form><textarea>${text}</textarea>
    <input type="radio" name="mode" value="video" checked><input type="radio" name="mode" value="audio">
    <button type="button" name="paste"><span>Paste</span></button><button type="button" name="keys">Keys</button>
    <button type="submit">Get</button></form>`;
  document.body.append(panel);
  const onAct = vi.fn();
  const stop = keepEarlyActs(panel, onAct);
  const find = (selector: string) => panel.querySelector(selector) as HTMLElement;
  return { panel, onAct, stop, find, field: find('textarea') as HTMLTextAreaElement };
}

/** The form that takes over. */
function takeOver() {
  document.body.replaceChildren();
  const onSubmit = vi.fn();
  render(
    <MantineProvider env="test">
      <DownloadForm isBusy={false} onSubmit={onSubmit} />
    </MantineProvider>,
  );
  return { onSubmit, field: screen.getByLabelText('Links to videos or posts') };
}

beforeEach(() => {
  localStorage.clear();
  Object.assign(navigator, { clipboard: { readText: async () => LINK } });
});
/** A link that the page offers as an example, below its form. */
function example() {
  const link = document.createElement('a');
  Object.assign(link, { href: `/?u=${LINK}`, textContent: 'Try an example' });
  link.dataset['example'] = LINK;
  document.body.append(link);
  return link;
}

afterEach(() => {
  document.body.replaceChildren();
  takeEarlyActs();
  keepUnsentText('');
});

test('whatever a visitor does is told until the form is at work', () => {
  const { onAct, stop, find } = plainForm();
  fireEvent.pointerMove(document.body);
  fireEvent.click(find('span'));
  expect(onAct).toHaveBeenCalledTimes(2);
  stop();
  fireEvent.click(find('span'));
  expect(onAct).toHaveBeenCalledTimes(2);
  expect(takeEarlyActs().acts).toEqual(['paste']);
  expect(takeEarlyActs().acts).toEqual([]);
});

test('a finger on the page asks for nothing until it is lifted, or the click would wait for what is loaded', () => {
  const { onAct, stop, field } = plainForm();
  fireEvent.pointerDown(field);
  fireEvent.touchStart(field);
  fireEvent.pointerUp(field);
  fireEvent.touchEnd(field);
  expect(onAct).not.toHaveBeenCalled();
  fireEvent.click(field);
  expect(onAct).toHaveBeenCalledOnce();
  stop();
});

test('React hears of none of the events for which it would take the form over at once', async () => {
  const folder = dirname(createRequire(import.meta.url).resolve('react-dom/package.json'));
  const source = await readFile(join(folder, 'cjs/react-dom-client.production.js'), 'utf8');
  const names = /"(mousedown mouseup [\w ]+)"\.split/.exec(source.replace(/\s+/g, ' '))?.[1]?.split(' ') ?? [];
  expect(names).toContain('textInput');
  const { field, stop } = plainForm();
  const heard = new Set<string>();
  const hear = ({ type }: Event) => heard.add(type);
  for (const name of names) document.addEventListener(name, hear, { capture: true });
  for (const name of names) field.dispatchEvent(new Event(name, { bubbles: true }));
  for (const name of names) document.removeEventListener(name, hear, { capture: true });
  stop();
  expect([...heard]).toEqual(['reset']);
});

test('nothing else hears of it, so that nobody takes the form over in its middle', () => {
  const heard = vi.fn();
  document.addEventListener('input', heard, { capture: true });
  const { field, stop } = plainForm();
  fireEvent.input(field, { target: { value: 'a' } });
  expect(heard).not.toHaveBeenCalled();
  stop();
  fireEvent.input(field, { target: { value: 'ab' } });
  expect(heard).toHaveBeenCalledOnce();
  document.removeEventListener('input', heard, { capture: true });
});

test('Enter and the button are held back, and sent once by the form that takes over', async () => {
  const { field, find, stop } = plainForm();
  fireEvent.input(field, { target: { value: LINK } });
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false);
  expect(fireEvent.submit(find('form'))).toBe(false);
  stop();
  // What stood in the field goes along.
  const { onSubmit } = takeOver();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith([FOUND], 'video'));
});

test('Shift and Enter, and Enter of who is composing a word, are the field’s own', () => {
  const { field } = plainForm();
  expect(fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })).toBe(true);
  expect(fireEvent.keyDown(field, { key: 'Enter', isComposing: true })).toBe(true);
  expect(takeEarlyActs().acts).toEqual([]);
});

test('a line end that comes without its key is an Enter', () => {
  const { field } = plainForm();
  fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
  fireEvent(field, new InputEvent('input', { inputType: 'insertLineBreak', bubbles: true }));
  expect(takeEarlyActs().acts).toEqual([]);
  fireEvent.keyDown(field, { key: 'Unidentified' });
  fireEvent(field, new InputEvent('input', { inputType: 'insertLineBreak', bubbles: true }));
  expect(takeEarlyActs().acts).toEqual(['submit']);
});

test('an Enter that nobody heard is the end of a line behind a link', () => {
  expect(plainForm(`${LINK}\n`).onAct).toHaveBeenCalled();
  expect([takeEarlyActs().acts, unsentText()]).toEqual([['submit'], `${LINK}\n`]);
});

test('a form of the queue below is the browser’s own', () => {
  const { panel } = plainForm();
  const other = panel.appendChild(document.createElement('form'));
  expect(fireEvent.submit(other)).toBe(true);
});

test('what is chosen is remembered, and shown where nothing was chosen yet', () => {
  const { panel, find } = plainForm();
  const audio = find('[value=audio]') as HTMLInputElement;
  fireEvent.click(audio);
  expect([audio.checked, rememberedMode()]).toEqual([true, 'audio']);
  showMode(panel, 'video');
  expect(audio.checked).toBe(true);
  const other = plainForm();
  showMode(other.panel, 'audio');
  expect((other.find('[value=audio]') as HTMLInputElement).checked).toBe(true);
});

test('clicks of before there was any code are carried out: pasting, which sends nothing, and the list of keys', async () => {
  globalThis.earlyClicks = ['paste', 'keys', 'nothing of ours'];
  const { onAct, stop } = plainForm();
  stop();
  expect(onAct).toHaveBeenCalled();
  expect(globalThis.earlyClicks).toBeUndefined();
  const { field, onSubmit } = takeOver();
  expect(await screen.findByLabelText(`Remove ${LINK}`)).toBeDefined();
  expect(field).toHaveProperty('value', '');
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('pasting adds to what was typed meanwhile', async () => {
  const { field: plain, find, stop } = plainForm();
  fireEvent.click(find('span'));
  fireEvent.input(plain, { target: { value: 'https://x.com/a/status/1' } });
  stop();
  const { field } = takeOver();
  expect(await screen.findByLabelText(`Remove ${LINK}`)).toBeDefined();
  expect(screen.getByLabelText('Remove https://x.com/a/status/1')).toBeDefined();
  expect(field).toHaveProperty('value', '');
});

test('single keys are carried out, but not those that were typed', () => {
  const { find, field, stop } = plainForm();
  fireEvent.keyDown(find('[name=keys]'), { key: '3' });
  fireEvent.keyDown(field, { key: '2' });
  stop();
  takeOver();
  expect(screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value).toBe('muted');
});

test('an example stands in the field at once, and is recognised by the form that takes over; nothing is sent', async () => {
  const { field: plain, find, stop } = plainForm();
  expect(fireEvent.click(example())).toBe(false);
  expect([plain.value, document.activeElement]).toEqual([LINK, find('[type=submit]')]);
  stop();
  const { field, onSubmit } = takeOver();
  expect(await screen.findByLabelText(`Remove ${LINK}`)).toBeDefined();
  expect(field).toHaveProperty('value', '');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('at work, too, the form takes the example; who wants it in another tab gets that', () => {
  const { onSubmit } = takeOver();
  const link = example();
  link.addEventListener('click', (event) => event.ctrlKey && event.preventDefault());
  fireEvent.click(link, { ctrlKey: true });
  expect(screen.queryByLabelText(`Remove ${LINK}`)).toBeNull();
  expect(fireEvent.click(link)).toBe(false);
  expect(screen.getByLabelText(`Remove ${LINK}`)).toBeDefined();
  expect(document.activeElement?.getAttribute('type')).toBe('submit');
  expect(onSubmit).not.toHaveBeenCalled();
});
