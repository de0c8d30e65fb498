import { useMantineColorScheme } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Preferences } from '#/model/account.ts';
import { PartTheme } from '#/site/frame/PartTheme.tsx';
import { applyPreferences, type PreferenceSetters } from './apply-preferences.ts';
import { container, fileNames, preferredQuality } from './choices.ts';
import { rememberedMode, rememberMode } from '../form/mode.ts';

const NOTHING: Preferences = {
  mode: null,
  quality: null,
  container: null,
  fileNames: null,
  language: null,
  theme: null,
};

beforeEach(() => {
  localStorage.clear();
  document.cookie = 'i18n_redirected=; Max-Age=0';
});

test('what is settled is as if it had been chosen here', () => {
  applyPreferences({ ...NOTHING, mode: 'audio', quality: 720, container: 'webm', fileNames: 'plain', language: 'ja' });
  expect([rememberedMode(), preferredQuality(), container.read(), fileNames.read()]).toEqual([
    'audio',
    720,
    'webm',
    'plain',
  ]);
  expect(document.cookie).toContain('i18n_redirected=ja');
});

test('what is not settled stays as it is here', () => {
  const calls: string[] = [];
  const setters = new Proxy({} as PreferenceSetters, { get: (_, name: string) => () => calls.push(name) });
  rememberMode('muted');
  applyPreferences(NOTHING);
  expect(rememberedMode()).toBe('muted');
  applyPreferences(NOTHING, setters);
  expect(calls).toEqual([]);
  applyPreferences({ ...NOTHING, theme: 'dark', quality: 360 }, setters);
  expect(calls).toEqual(['quality', 'theme']);
});

test('the page turns dark at once, and its switch knows', () => {
  const Scheme = () => <p>{useMantineColorScheme().colorScheme}</p>;
  render(
    <PartTheme>
      <Scheme />
    </PartTheme>,
  );
  expect(screen.getByText('auto')).toBeTruthy();
  act(() => applyPreferences({ ...NOTHING, theme: 'dark' }));
  expect(screen.getByText('dark')).toBeTruthy();
  expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark');
});
