import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { QueueEntry } from '#/model/account.ts';
import { fail, ok } from '#/model/failure.ts';
import type { SiteAccount } from '../account-ports.ts';
import { createFakeAccount } from '../fixtures/fake-account.ts';
import { showPage } from '../fixtures/show-page.tsx';
import { QueueSection } from './QueueSection.tsx';

const ENTRY: QueueEntry = {
  id: '00000000-0000-4000-8000-00000000000a',
  link: 'https://x.com/someone/status/1',
  platform: 'twitter',
  mode: 'subtitles',
  quality: 720,
};

function show(site: Partial<SiteAccount>) {
  const { account, asked } = createFakeAccount(site);
  return { ...showPage(<QueueSection account={account} />), asked };
}

test('a waiting link says what is wanted of it and opens in the form', async () => {
  show({ listQueueEntries: async () => ok({ entries: [ENTRY], removed: [] }) });
  const row = within(await screen.findByRole('article', { name: ENTRY.link }));
  expect(row.getByText('Subtitles')).toBeDefined();
  expect(row.getByText('720p')).toBeDefined();
  const open = new URL(row.getByRole('link').getAttribute('href') ?? '', 'http://site');
  expect([open.pathname, open.searchParams.get('u'), open.searchParams.get('mode')]).toEqual([
    '/twitter',
    ENTRY.link,
    'subtitles',
  ]);
});

test('a link that is removed is gone on all devices, and the queue says that it is empty', async () => {
  const { visitor, asked } = show({
    listQueueEntries: async () => ok({ entries: [ENTRY], removed: [] }),
    removeQueueEntry: async (id) => ok({ entries: [], removed: [id] }),
  });
  await visitor.click(await screen.findByRole('button', { name: `Remove ${ENTRY.link}` }));
  expect(await screen.findByText(/Links you paste while signed in appear here/)).toBeDefined();
  expect(asked).toContainEqual(['removeQueueEntry', ENTRY.id]);
});

test('a link that could not be removed stays, and says why', async () => {
  const { visitor } = show({
    listQueueEntries: async () => ok({ entries: [ENTRY], removed: [] }),
    removeQueueEntry: async () => fail('offline'),
  });
  await visitor.click(await screen.findByRole('button', { name: `Remove ${ENTRY.link}` }));
  expect((await screen.findByRole('alert')).textContent).toContain('You seem to be offline.');
  expect(screen.getByRole('article', { name: ENTRY.link })).toBeDefined();
});

test('a queue that could not be read is read again', async () => {
  let isUp = false;
  const { visitor } = show({
    listQueueEntries: async () => (isUp ? ok({ entries: [], removed: [] }) : fail('busy')),
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  isUp = true;
  await visitor.click(again);
  expect(await screen.findByText(/Links you paste while signed in appear here/)).toBeDefined();
});
