import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { formatOf, resolvedOf, soundOf } from '../fixtures/resolved.ts';
import { ONLY_SOUND } from '../choices/sound.ts';
import { fileOf } from './common-files.ts';
import { SplitDownload } from './SplitDownload.tsx';

const formats = [
  formatOf({ id: '137', widthPx: 1920, heightPx: 1080, recommended: true }),
  formatOf({ size: { bytes: 21e6, exact: true } }),
  soundOf({ id: 'mp3', container: 'mp3', audioBitrateKbps: 192, size: null }),
];
const files = formats.map((format) => fileOf(format, ONLY_SOUND, null, null));
const [first, second, sound] = files as [(typeof files)[0], (typeof files)[0], (typeof files)[0]];
const { links } = resolvedOf({ formats });

function control(file = first, of = files) {
  const actions = { onPick: vi.fn(), onDownload: vi.fn() };
  const element = (
    <MantineProvider env="test">
      <SplitDownload {...{ links, file, ...actions }} files={of} />
    </MantineProvider>
  );
  return { element, ...actions };
}

/** As the browser does, which jsdom does not. */
const open = () => document.querySelector('[popover]')?.removeAttribute('popover');

test('says which format, and how large it is; its name for those who do not see says both', () => {
  const { element, onDownload } = control();
  render(element);
  expect(screen.getByRole('button', { name: 'Format: 1080p' }).textContent).toBe('1080p');
  const primary = screen.getByRole('link', { name: 'Download MP4 · 1080p · 48.3 MB' });
  fireEvent.click(primary);
  expect(onDownload).toHaveBeenCalledWith({ formatId: '137', summary: 'MP4 · 1080p · 48.3 MB', query: {} });
});

test('a size that is not known is left out', () => {
  render(control(sound).element);
  expect(screen.getByRole('link', { name: 'Download MP3 · 192 kbps' })).toBeDefined();
});

test('one press in the menu picks and begins', () => {
  const { element, onPick } = control();
  render(element);
  open();
  fireEvent.click(screen.getByRole('link', { name: /^720p/ }));
  expect(onPick).toHaveBeenCalledWith(second);
});

test('an entry that is opened in another tab is a plain link', () => {
  const { element, onPick } = control();
  render(element);
  open();
  fireEvent.click(screen.getByRole('link', { name: /^720p/ }), { ctrlKey: true });
  expect(onPick).not.toHaveBeenCalled();
});

test('arrows go round the menu', () => {
  render(control().element);
  open();
  const entries = [...document.querySelectorAll<HTMLElement>('li a')];
  const at = () => entries.findIndex((entry) => entry === document.activeElement);
  entries[0]?.focus();
  const places = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp'].map((key) => {
    fireEvent.keyDown(document.activeElement as Element, { key });
    return at();
  });
  expect(places).toEqual([1, 2, 0, 2]);
});

test('where there is one file there is nothing to pick', () => {
  render(control(first, [first]).element);
  expect(screen.queryByRole('button')).toBeNull();
});

test('all of it is links that the server renders', () => {
  const page = document.createElement('div');
  page.innerHTML = renderToString(control().element);
  const hrefs = [...page.querySelectorAll('a[download]')].map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual(['137', '137', '18', 'mp3'].map((id) => `/api/video/token-${id}`));
  const opener = page.querySelector('button[popovertarget]');
  expect(page.querySelector('[popover]')?.id).toBe(opener?.getAttribute('popovertarget'));
});
