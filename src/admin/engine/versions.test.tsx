import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ExtractorView } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import { refused, type Script, showAdminPage } from '../fixtures/show-admin-page.tsx';
import { VersionsSection } from './VersionsSection.tsx';

const SEEN = { seenAt: '2026-11-20T10:00:00.000Z', takenAt: null, refusal: null, detail: null, reads: [] };
const VIEW: ExtractorView = {
  mode: 'notify',
  running: '2026.11.1',
  isWatched: true,
  isUpdating: false,
  decided: '2026.11.1',
  previous: null,
  versions: [
    { ...SEEN, version: '2026.9.30' },
    { ...SEEN, version: '2026.11.20', refusal: 'canary', detail: 'canary link of youtube' },
    {
      ...SEEN,
      version: '2026.11.1',
      takenAt: '2026-11-21T10:00:00.000Z',
      reads: [{ platform: 'youtube', answered: 1200, failed: 3, lost: 2 }],
    },
  ],
  nodes: [
    { node: 'node-well', version: '2026.11.1', trouble: null, updatedAt: '2026-11-22T10:00:00.000Z' },
    { node: 'node-ill', version: '2026.9.30', trouble: 'no room on the disk', updatedAt: '2026-11-22T10:00:00.000Z' },
  ],
};

/** The section over an API that knows `view`; what orders do to it is what `orders` answer. */
function show(view: ExtractorView, orders: Script['calls'] = {}) {
  const { visitor, asked } = showAdminPage(() => <VersionsSection />, {
    calls: { extractor: () => ok(view), ...orders },
  });
  return { visitor, ordered: () => asked.filter(([name]) => name !== 'extractor') };
}

const rowOf = async (version: string) =>
  within((await screen.findByText(version, { selector: 'bdi' })).closest('li') as HTMLElement);
const button = (name: string) => screen.findByRole('button', { name });
const inDialog = () => within(screen.getByRole('dialog'));

test('versions are there, newest first, with what became of them', async () => {
  show(VIEW);
  const ran = await rowOf('2026.11.1');
  expect(screen.getAllByText(/^2026\./, { selector: 'bdi' }).map((name) => name.textContent)).toEqual([
    '2026.11.20',
    '2026.11.1',
    '2026.9.30',
  ]);
  expect(ran.getByText('YouTube: answered 1,200, failed 3, lost 2')).toBeDefined();
  expect(ran.getByText('Running here')).toBeDefined();
  const left = await rowOf('2026.11.20');
  for (const text of [
    'Rejected',
    'It fails on a test link that works with the running version.',
    'canary link of youtube',
  ]) {
    expect(left.getByText(text)).toBeDefined();
  }
  expect(screen.getByText('The installed version')).toBeDefined();
  expect(screen.getByText('Only listed here')).toBeDefined();
  expect(screen.getByText(/The new version is being monitored/)).toBeDefined();
});

test('of servers only those with trouble are listed, and why they have it', async () => {
  show(VIEW);
  const list = within(await screen.findByRole('list', { name: 'Servers with problems' }));
  expect(list.getAllByRole('listitem')).toHaveLength(1);
  expect(list.getByText('node-ill')).toBeDefined();
  expect(list.getByText('no room on the disk')).toBeDefined();
});

test('a server that found no version has none, and runs nothing', async () => {
  show({ ...VIEW, nodes: VIEW.nodes.map((one) => ({ ...one, version: null })) });
  const list = within(await screen.findByRole('list', { name: 'Servers with problems' }));
  expect(list.getByText(/^Missing ·/)).toBeDefined();
});

test('only what is newer than what runs can be chosen, since the server takes nothing else', async () => {
  show(VIEW);
  await rowOf('2026.11.20');
  expect(screen.getAllByRole('button', { name: /^Use this version/ }).map((one) => one.ariaLabel)).toEqual([
    'Use this version: 2026.11.20',
  ]);
});

test('an update is asked about first, and then ordered: the newest, or the one that is named', async () => {
  const { visitor, ordered } = show(VIEW, { updateExtractor: () => ok({ ...VIEW, isUpdating: true }) });
  await visitor.click(await button('Update now: the newest version'));
  expect(ordered()).toEqual([]);
  await visitor.click(inDialog().getByRole('button', { name: 'Update now' }));
  expect(await screen.findByText(/^Started\./)).toBeDefined();
  await visitor.click(await button('Use this version: 2026.11.20'));
  await visitor.click(inDialog().getByRole('button', { name: 'Use this version' }));
  await expect.poll(ordered).toEqual([
    ['updateExtractor', { body: {} }],
    ['updateExtractor', { body: { version: '2026.11.20' } }],
  ]);
});

test('a second order is heard by the same words', async () => {
  const { visitor } = show(VIEW, { updateExtractor: () => ok(VIEW) });
  const order = async () => {
    await visitor.click(await button('Update now: the newest version'));
    await visitor.click(inDialog().getByRole('button', { name: 'Update now' }));
    return screen.findByText(/^Started\./);
  };
  const first = await order();
  await order();
  // A text that does not change is not read out.
  await expect.poll(() => first.isConnected).toBe(false);
  expect(screen.getByText(/^Started\./).closest('output')).not.toBeNull();
});

test('while one is tried, no other is ordered', async () => {
  const { visitor } = show({ ...VIEW, isUpdating: true });
  await visitor.click(await button('Update now: the newest version'));
  expect(inDialog().getByRole<HTMLButtonElement>('button', { name: 'Update now' }).disabled).toBe(true);
  expect(screen.getByText('Checking for versions or testing one.')).toBeDefined();
});

test('going back from what was seen is asked about first, and not offered where nothing was taken', async () => {
  let now = VIEW;
  const { visitor, ordered } = show(VIEW, {
    extractor: () => ok(now),
    rollBackExtractor: () => {
      now = { ...VIEW, running: '2026.9.30', decided: null, isWatched: false };
      return ok(now);
    },
  });
  await visitor.click(await button('Roll back: The installed version'));
  expect(inDialog().getByText(/All servers stop using 2026\.11\.1\./)).toBeDefined();
  expect(ordered()).toEqual([]);
  await visitor.click(inDialog().getByRole('button', { name: 'Roll back' }));
  expect(await screen.findByText('Extractor rolled back: 2026.11.1')).toBeDefined();
  expect(ordered()).toEqual([['rollBackExtractor', { query: { from: '2026.11.1' } }]]);
  expect(screen.queryByRole('button', { name: /^Roll back/ })).toBeNull();
});

test('a failure is told where it happened', async () => {
  const { visitor } = show(VIEW, { updateExtractor: () => refused('invalid_request', 409) });
  await visitor.click(await button('Update now: the newest version'));
  await visitor.click(inDialog().getByRole('button', { name: 'Update now' }));
  expect(await inDialog().findByText('This isn’t possible right now.')).toBeDefined();
});

test('where the versions cannot be had, that is told with another try', async () => {
  show(VIEW, { extractor: () => refused('busy', 503) });
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(await button('Try again')).toBeDefined();
});

test('where nobody looks for newer ones, the setting that has them looked for is named', async () => {
  show({ ...VIEW, mode: 'off', versions: [] });
  expect((await screen.findByText('EXTRACTOR_UPDATES=notify')).tagName).toBe('CODE');
  expect(screen.getByText('No other versions are known yet.')).toBeDefined();
});
