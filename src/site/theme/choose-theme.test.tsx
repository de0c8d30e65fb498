import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { PartTheme } from '../frame/PartTheme.tsx';
import { CHOSEN_SCHEME_SCRIPT, chooseColorScheme, followColorScheme } from './color-scheme.ts';
import { offerThemes } from './choose-theme.ts';
import { ThemeChoice } from './ThemeChoice.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';

const chosen = () => screen.getAllByRole<HTMLInputElement>('radio', { hidden: true }).filter(({ checked }) => checked);
const shown = () => [document.documentElement.dataset['scheme'], localStorage.getItem('mantine-color-scheme-value')];

beforeEach(() => {
  localStorage.clear();
  render(
    <>
      <ThemeMenu />
      <ThemeChoice />
    </>,
  );
});

test('a choice that was made before the code came is kept, and shown wherever there is one to be made', () => {
  const [early] = screen.getAllByLabelText('Dark');
  if (early instanceof HTMLInputElement) early.checked = true;
  offerThemes();
  expect(shown()).toEqual(['dark', 'dark']);
  expect(chosen().map(({ value }) => value)).toEqual(['dark', 'dark']);
});

test('what is chosen holds at once, and what is chosen elsewhere is shown here', () => {
  fireEvent.click(screen.getAllByLabelText('Light')[0] ?? document.body);
  expect(shown()).toEqual(['light', 'light']);
  expect(chosen().map(({ value }) => value)).toEqual(['light', 'light']);
  act(() => chooseColorScheme('auto'));
  expect(chosen().map(({ value }) => value)).toEqual(['auto', 'auto']);
});

test('where storage is switched off, a choice lasts as long as the page, also for what is made later', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const method of ['getItem', 'setItem'] as const) vi.spyOn(Storage.prototype, method).mockImplementation(refuse);
  const { dataset } = document.documentElement;
  fireEvent.click(screen.getAllByLabelText('Dark')[0] ?? document.body);
  render(<PartTheme>A part</PartTheme>);
  expect([dataset['scheme'], dataset['mantineColorScheme']]).toEqual(['dark', 'dark']);
  expect(chosen().map(({ value }) => value)).toEqual(['dark', 'dark']);
  act(() => chooseColorScheme('light'));
  expect([dataset['scheme'], dataset['mantineColorScheme']]).toEqual(['light', 'light']);
  vi.restoreAllMocks();
  act(() => chooseColorScheme('auto'));
});

test('what changed between the first paint and the code is caught up with', () => {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
  followColorScheme();
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('light');
});

test('a page that stands alone is told of a choice only: else its style follows the system', () => {
  const schemeOf = (stored: string | null) => {
    document.documentElement.removeAttribute('data-mantine-color-scheme');
    if (stored !== null) localStorage.setItem('mantine-color-scheme-value', stored);
    // oxlint-disable-next-line no-implied-eval, no-new-func -- It is a text because pages are sent with it.
    new Function(CHOSEN_SCHEME_SCRIPT)();
    return document.documentElement.getAttribute('data-mantine-color-scheme');
  };
  expect([null, 'auto', 'dark', 'light'].map(schemeOf)).toEqual([null, null, 'dark', 'light']);
});
