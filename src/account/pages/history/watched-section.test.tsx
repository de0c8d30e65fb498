import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fail, ok } from '#/model/failure.ts';
import type { WatchedLink } from '#/model/watched.ts';
import { publishWaiting } from '#/site/waiting/waiting.ts';
import type { SiteAccount } from '../account-ports.ts';
import { createFakeAccount } from '../fixtures/fake-account.ts';
import { showPage } from '../fixtures/show-page.tsx';
import { WatchedSection } from './WatchedSection.tsx';

const WAITING: WatchedLink = {
  id: '00000000-0000-4000-8000-00000000000c',
  link: 'https://www.youtube.com/watch?v=Premiere001',
  platform: 'youtube',
  title: 'Night ferry',
  startsAt: '2099-11-27T20:00:00.000Z',
  state: 'waiting',
  createdAt: '2026-11-23T08:00:00.000Z',
};
const LATE = { ...WAITING, id: WAITING.id.replace('c', 'd'), title: null, startsAt: '2026-01-01T00:00:00.000Z' };
const MISSED = { ...LATE, id: WAITING.id.replace('c', 'e'), title: 'Morning ferry', state: 'missed' } as const;

afterEach(() => act(() => publishWaiting(null)));

function show(site: Partial<SiteAccount>) {
  const { account, asked } = createFakeAccount(site);
  return { ...showPage(<WatchedSection account={account} />), asked };
}

test('what a user waits for says how it stands, when it starts as long as that is to come, and opens in the form', async () => {
  show({ listWatched: async () => ok([WAITING, LATE, MISSED]) });
  const row = within(await screen.findByRole('article', { name: 'Night ferry' }));
  expect(row.getByText('Not available yet')).toBeDefined();
  expect(row.getByText(/^Starts on .*2099/)).toBeDefined();
  const open = new URL(row.getByRole('link').getAttribute('href') ?? '', 'http://site');
  expect([open.pathname, open.searchParams.get('u')]).toEqual(['/youtube', WAITING.link]);
  expect(screen.getByRole('article', { name: WAITING.link }).querySelector('time')).toBeNull();
  expect(within(screen.getByRole('article', { name: 'Morning ferry' })).getByText(/available/)).toBeDefined();
});

test('what is removed is gone, and what could not be removed stays and says why', async () => {
  let isAway = true;
  const { visitor, asked } = show({
    listWatched: async () => ok([WAITING]),
    forgetWatched: async () => (isAway ? fail('offline') : ok(undefined)),
  });
  const remove = await screen.findByRole('button', { name: 'Remove Night ferry' });
  await visitor.click(remove);
  expect((await screen.findByRole('alert')).dataset['code']).toBe('offline');
  isAway = false;
  await visitor.click(remove);
  expect(await screen.findByText(/choose “Notify me when ready”/)).toBeDefined();
  expect(asked).toContainEqual(['forgetWatched', WAITING.id]);
});

test('what is removed here is told as being there on no page any more', async () => {
  const waiting = { watch: async () => fail('busy'), forget: vi.fn(async () => {}), refresh: vi.fn(async () => {}) };
  publishWaiting({ links: [{ ...WAITING, state: 'there' }], ...waiting });
  let isAway = true;
  const { visitor } = show({
    listWatched: async () => ok([{ ...WAITING, state: 'there' }]),
    forgetWatched: async () => (isAway ? fail('offline') : ok(undefined)),
  });
  await visitor.click(await screen.findByRole('button', { name: 'Remove Night ferry' }));
  await screen.findByRole('alert');
  expect(waiting.refresh).not.toHaveBeenCalled();
  isAway = false;
  await visitor.click(screen.getByRole('button', { name: 'Remove Night ferry' }));
  await expect.poll(() => waiting.refresh.mock.calls).toHaveLength(1);
  // It was removed already, and is not to be asked for once more.
  expect(waiting.forget).not.toHaveBeenCalled();
});
