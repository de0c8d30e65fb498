import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AdminDownload } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import { showAdminPage, whole } from '../fixtures/show-admin-page.tsx';
import { DownloadsPage } from './DownloadsPage.tsx';

const LINK = 'https://www.youtube.com/watch?v=abcdefghijk';
const RUNNING: AdminDownload = {
  id: '00000000-0000-4000-8000-000000000001',
  ownerKind: 'guest',
  ownerId: null,
  isKept: false,
  platform: 'youtube',
  canonicalUrl: LINK,
  formatId: 'mp4',
  title: 'A crossing',
  state: 'transferring',
  attempt: 1,
  receivedBytes: 12_000_000,
  totalBytes: 48_000_000,
  failure: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  expiresAt: null,
};
const FAILED: AdminDownload = {
  ...RUNNING,
  id: '00000000-0000-4000-8000-000000000002',
  ownerKind: 'user',
  ownerId: 'sub-9',
  title: 'Another',
  state: 'failed',
  failure: { code: 'private' },
};
const KEPT: AdminDownload = { ...FAILED, id: FAILED.id.replace('2', '3'), title: 'Kept', state: 'ready', isKept: true };

const rowOf = async (title: string) => within((await screen.findByText(title)).closest('tr') as HTMLElement);

test('downloads tell whose they are, how far, and why not', async () => {
  showAdminPage(DownloadsPage, { lists: { downloads: whole(RUNNING, FAILED, KEPT) } });
  const running = await rowOf('A crossing');
  for (const text of ['Downloading', '12 MB / 48 MB', 'Guest']) expect(running.getByText(text)).toBeDefined();
  const failed = await rowOf('Another');
  for (const text of ['Failed', 'User sub-9', /private/i]) expect(failed.getByText(text)).toBeDefined();
});

test('what runs and what is kept can be ended, what is over cannot', async () => {
  const { visitor, asked } = showAdminPage(DownloadsPage, {
    calls: { cancelDownload: () => ok(null) },
    lists: { downloads: whole(RUNNING, FAILED, KEPT) },
  });
  expect((await rowOf('Another')).queryByRole('button')).toBeNull();
  expect((await rowOf('Kept')).getByRole('button', { name: 'Stop: Kept' })).toBeDefined();
  await visitor.click((await rowOf('A crossing')).getByRole('button', { name: 'Stop: A crossing' }));
  await visitor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('Download stopped: A crossing')).toBeDefined();
  expect(asked).toContainEqual(['cancelDownload', { id: RUNNING.id }]);
});

test('its link is taken over into a new rule', async () => {
  showAdminPage(DownloadsPage, { lists: { downloads: whole(RUNNING) } });
  const link = (await rowOf('A crossing')).getByRole('link', { name: 'Take down: A crossing' });
  expect(new URL(link.getAttribute('href') ?? '', 'http://site').searchParams.get('link')).toBe(LINK);
});

test('times are typed as the visitor’s clock has them, and asked as instants', async () => {
  const { visitor, asked } = showAdminPage(DownloadsPage, { lists: { downloads: whole(RUNNING) } });
  const from = await screen.findByLabelText<HTMLInputElement>('From');
  await visitor.type(from, '2026-11-20T10:30');
  const instant = new Date('2026-11-20T10:30').toISOString();
  await expect.poll(() => asked).toContainEqual(['list downloads', { from: instant }]);
  expect(from.value).toBe('2026-11-20T10:30');
});
