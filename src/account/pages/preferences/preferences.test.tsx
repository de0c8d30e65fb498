import { setTimeout as sleep } from 'node:timers/promises';
import { onlineManager } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Preferences } from '#/model/account.ts';
import { fail, ok } from '#/model/failure.ts';
import type { SiteAccount } from '../account-ports.ts';
import { createFakeAccount } from '../fixtures/fake-account.ts';
import { showPage } from '../fixtures/show-page.tsx';
import { PreferencesPage } from './PreferencesPage.tsx';

const NOTHING: Preferences = {
  mode: null,
  quality: null,
  container: null,
  fileNames: null,
  language: null,
  theme: null,
};

function show(site: Partial<SiteAccount>) {
  const { account, asked } = createFakeAccount(site);
  const languages: string[] = [];
  const page = showPage(<PreferencesPage account={account} onLanguage={(language) => languages.push(language)} />);
  return { ...page, asked, languages };
}

const choice = (label: string) => screen.findByLabelText<HTMLSelectElement>(label);
const save = () => screen.findByRole('button', { name: 'Save' });

describe('preferences', () => {
  test('are shown as they were saved; what was not settled is left open', async () => {
    show({ getPreferences: async () => ok({ ...NOTHING, mode: 'audio', quality: 720 }) });
    expect((await choice('Download as')).value).toBe('audio');
    expect((await choice('Quality')).selectedOptions[0]?.text).toBe('720p');
    expect((await choice('File type')).selectedOptions[0]?.text).toBe('Set per device');
  });

  test('are saved as a whole, which is said', async () => {
    const { visitor, asked } = show({ getPreferences: async () => ok(null), savePreferences: async () => ok(null) });
    await visitor.selectOptions(await choice('Quality'), '1080p');
    await visitor.selectOptions(await choice('File names'), 'Plain letters (a-z)');
    await visitor.click(await save());
    expect(await screen.findByText('Saved.')).toBeDefined();
    expect(asked).toContainEqual(['savePreferences', { ...NOTHING, quality: 1080, fileNames: 'plain' }]);
    await visitor.selectOptions(await choice('Quality'), 'Set per device');
    expect(screen.queryByText('Saved.')).toBeNull();
  });

  test('that were saved here stay said so when they are asked for again, and another device’s are shown', async () => {
    let there: Preferences | null = null;
    const { visitor } = show({
      getPreferences: async () => ok(there && { ...there }),
      savePreferences: async (preferences) => {
        there = preferences;
        return ok(null);
      },
    });
    const askAgain = () =>
      act(async () => {
        for (const isOn of [false, true]) onlineManager.setOnline(isOn);
        await sleep(10);
      });
    for (const [label, option] of [
      ['Quality', '1080p'],
      ['File type', 'MP4'],
    ] as const) {
      await visitor.selectOptions(await choice(label), option);
      await visitor.click(await save());
      expect(await screen.findByText('Saved.')).toBeDefined();
      await askAgain();
      expect(screen.queryByText('Saved.')).not.toBeNull();
    }
    there = { ...NOTHING, quality: 480 };
    await askAgain();
    await vi.waitFor(async () => expect((await choice('Quality')).value).toBe('480'));
    expect(screen.queryByText('Saved.')).toBeNull();
  });

  test('show another appearance as soon as it is chosen', async () => {
    const { visitor } = show({ getPreferences: async () => ok(null) });
    await visitor.selectOptions(await choice('Theme'), 'Dark');
    expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark');
    await visitor.selectOptions(await choice('Theme'), 'Light');
    expect(document.documentElement.dataset['mantineColorScheme']).toBe('light');
  });

  test('lead to the language that was saved, unless it is the page’s', async () => {
    const { visitor, languages } = show({
      getPreferences: async () => ok(null),
      savePreferences: async () => ok(null),
    });
    await visitor.selectOptions(await choice('Language'), 'English');
    await visitor.click(await save());
    expect(await screen.findByText('Saved.')).toBeDefined();
    expect(languages).toEqual([]);
    await visitor.selectOptions(await choice('Language'), '日本語');
    await visitor.click(await save());
    expect(languages).toEqual(['ja']);
  });

  test('that could not be saved stay as they were typed, and say why', async () => {
    const { visitor } = show({ getPreferences: async () => ok(null), savePreferences: async () => fail('offline') });
    await visitor.selectOptions(await choice('Quality'), '480p');
    await visitor.click(await save());
    expect((await screen.findByRole('alert')).textContent).toContain('You seem to be offline.');
    expect((await choice('Quality')).value).toBe('480');
  });

  test('that could not be read are read again', async () => {
    let isUp = false;
    const { visitor } = show({ getPreferences: async () => (isUp ? ok(NOTHING) : fail('busy')) });
    expect(screen.getByRole('status', { name: 'Loading…' })).toBeDefined();
    const note = within(await screen.findByRole('alert'));
    isUp = true;
    await visitor.click(note.getByRole('button', { name: 'Try again' }));
    expect(await choice('Quality')).toBeDefined();
  });
});
