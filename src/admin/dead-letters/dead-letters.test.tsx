import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AdminLetter } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import { refused, type Script, showAdminPage, whole } from '../fixtures/show-admin-page.tsx';
import { DeadLettersPage } from './DeadLettersPage.tsx';

const LETTER: AdminLetter = {
  id: '00000000-0000-4000-8000-000000000001',
  downloadId: '00000000-0000-4000-8000-000000000002',
  failedAt: '2026-11-20T10:00:00.000Z',
  failure: { code: 'private' },
  platform: 'youtube',
  title: 'A crossing',
  canonicalUrl: 'https://www.youtube.com/watch?v=Private0001',
  formatId: null,
  attempt: 4,
};

const show = (calls: Script['calls'], letter = LETTER) =>
  showAdminPage(DeadLettersPage, { calls: calls ?? {}, lists: { letters: whole(letter) } });

test('a letter tells why, in the words of the site', async () => {
  show({});
  expect(await screen.findByText('A crossing')).toBeDefined();
  expect(screen.getByText('This post is private.')).toBeDefined();
  expect(screen.getByText('4')).toBeDefined();
});

test('one of which nothing is known is called by its number', async () => {
  show({}, { ...LETTER, title: '', platform: null, canonicalUrl: null, failure: { code: 'internal' } });
  expect(await screen.findByRole('rowheader', { name: LETTER.downloadId })).toBeDefined();
  expect(screen.getByRole('button', { name: `Try again: ${LETTER.downloadId}` })).toBeDefined();
});

test('it is tried again at once', async () => {
  const { visitor, asked } = show({ retryLetter: () => ok(null) });
  await visitor.click(await screen.findByRole('button', { name: 'Try again: A crossing' }));
  expect(await screen.findByText('Failed file retried: A crossing')).toBeDefined();
  expect(asked).toContainEqual(['retryLetter', { id: LETTER.id }]);
});

test('it is tried again once, by a button that keeps the keyboard', async () => {
  const silent = new Promise(() => {});
  const { visitor, asked } = show({ retryLetter: () => silent as never });
  const again = await screen.findByRole<HTMLButtonElement>('button', { name: 'Try again: A crossing' });
  again.focus();
  await visitor.keyboard('{Enter}');
  await expect.poll(() => again.ariaBusy).toBe('true');
  expect(again.disabled).toBe(false);
  await visitor.keyboard('{Enter}');
  expect(asked.filter(([name]) => name === 'retryLetter')).toHaveLength(1);
});

test('one that nobody can have any more says so', async () => {
  const { visitor } = show({ retryLetter: () => refused('invalid_request', 409) });
  await visitor.click(await screen.findByRole('button', { name: 'Try again: A crossing' }));
  expect(await screen.findByText('This isn’t possible right now.')).toBeDefined();
});

test('it is thrown away by who is sure', async () => {
  const { visitor, asked } = show({ discardLetter: () => ok(null) });
  await visitor.click(await screen.findByRole('button', { name: 'Discard: A crossing' }));
  await visitor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard' }));
  expect(await screen.findByText('Failed file discarded: A crossing')).toBeDefined();
  expect(asked).toContainEqual(['discardLetter', { id: LETTER.id }]);
});
