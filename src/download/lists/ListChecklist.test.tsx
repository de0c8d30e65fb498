import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Usage } from '#/model/download.ts';
import type { Media } from '#/model/media/media.ts';
import type { FailureCode } from '#/model/failure.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { itemOf, progressOf, queueItemOf, resolvedOf, transferOf } from '../fixtures/resolved.ts';
import { ListChecklist } from './ListChecklist.tsx';
import type { QueueItem } from '../queue/queue-item.ts';
import { UsageContext } from '../workspace/use-usage.ts';

const entry = (index: number, own: Partial<Media['items'][number]> = {}) =>
  itemOf(index, [], { link: `https://youtu.be/OKvideo${String(index).padStart(4, '0')}`, ...own });
const entries = (count: number) => Array.from({ length: count }, (_, n) => entry(n + 1));

function show(media: Partial<Media>, own: Partial<QueueItem> = {}, usage: Usage | null = null) {
  const resolved = resolvedOf({ kind: 'playlist', ...media });
  const [onDownload, onAdd, onRun] = [vi.fn(), vi.fn(), vi.fn()];
  const listOf = (changed: Partial<QueueItem>) => (
    <MantineProvider env="test">
      <UsageContext value={usage}>
        <ListChecklist item={queueItemOf(resolved, changed)} {...{ resolved, onDownload, onAdd, onRun }} />
      </UsageContext>
    </MantineProvider>
  );
  const { rerender } = render(listOf(own));
  return { onDownload, onAdd, onRun, change: (changed: Partial<QueueItem>) => rerender(listOf(changed)) };
}

const toggle = (name: string) => fireEvent.click(screen.getByLabelText(name));
const button = (name: string) => screen.getByText(name).closest('button');

test('entries go through the queue by themselves, in the quality for all', () => {
  const { onRun } = show({ items: entries(3) });
  expect(button('Download all (3)')).not.toBeNull();
  fireEvent.change(screen.getByLabelText('Quality for all'), { target: { value: '480' } });
  toggle('Item 1: Entry 1');
  fireEvent.click(screen.getByText('Download 2 selected'));
  expect(onRun).toHaveBeenCalledExactlyOnceWith(['https://youtu.be/OKvideo0002', 'https://youtu.be/OKvideo0003'], 480);
});

test('of a list whose length is known, all are selected, also what is still to be loaded', () => {
  const { onRun } = show({ items: entries(50), itemCount: 200, nextFrom: 51 });
  fireEvent.click(screen.getByText('Download all (200)'));
  expect(onRun.mock.calls[0]?.[0]).toHaveLength(50);
  toggle('Item 7: Entry 7');
  expect(button('Download 199 selected')).not.toBeNull();
});

describe('what is still being loaded when a run begins', () => {
  const run = { rest: ['https://youtu.be/OKvideo0050'], total: 50, quality: null };
  // No server answers here: what there is by then is all that the run goes on with.
  const isOver = () => screen.findByText(FAILURE_TEXT.internal.title());

  test('goes on with it', async () => {
    const { onRun, change } = show({ items: entries(50), itemCount: 200, nextFrom: 51 });
    fireEvent.click(screen.getByText('Download all (200)'));
    change({ run });
    await isOver();
    expect(onRun.mock.calls.map(([links, , isContinued]) => [links.length, isContinued])).toEqual([
      [50, undefined],
      [0, true],
    ]);
  });

  test('is the run, where nothing of what is here was selected', async () => {
    const { onRun } = show({ items: entries(2), itemCount: 200, nextFrom: 3 });
    toggle('Item 1: Entry 1');
    toggle('Item 2: Entry 2');
    fireEvent.click(screen.getByText('Download 198 selected'));
    await isOver();
    expect(onRun.mock.lastCall).toEqual([[], null, false]);
  });

  test('is not wanted any more once it was stopped', async () => {
    const { onRun, change } = show({ items: entries(50), itemCount: 200, nextFrom: 51 });
    fireEvent.click(screen.getByText('Download all (200)'));
    change({ run });
    change({ run: null });
    await isOver();
    expect(onRun).toHaveBeenCalledOnce();
  });
});

test('how far the limits go is said before', () => {
  const counted = (limit: number, remaining: number) => ({ limit, remaining, resetsInS: 0 });
  const usage = {
    resolutions: counted(30, 29),
    downloads: counted(20, 20),
    bytes: counted(1, 1),
    transfers: { limit: 3, running: 0 },
  };
  show({ items: entries(30) }, {}, usage);
  expect(screen.getByText(/^20 now, the rest at \d+:\d\d/)).toBeDefined();
  show({ items: entries(50), itemCount: 200, nextFrom: 51 }, {}, usage);
  expect(screen.getByText(/^20 now, then 20 every 10 min, starting at \d+:\d\d/)).toBeDefined();
});

test('an entry is found by a part of its title, and selected with others', () => {
  show({ items: entries(12) });
  toggle('Select all');
  fireEvent.change(screen.getByLabelText('Search this list'), { target: { value: 'entry 1' } });
  expect(screen.getAllByLabelText(/^Item \d+:/)).toHaveLength(4);
  toggle('Select all');
  expect(button('Download 4 selected')).not.toBeNull();
  fireEvent.change(screen.getByLabelText('Search this list'), { target: { value: 'nothing like it' } });
  expect(screen.getByText('No items found')).toBeDefined();
});

test('entries come as one archive, made and kept by the server, in one quality', () => {
  const { onDownload } = show({ items: entries(3) });
  fireEvent.change(screen.getByLabelText('Quality for all'), { target: { value: '480' } });
  toggle('Item 2: Entry 2');
  fireEvent.click(screen.getByText('All in one ZIP'));
  const urls = ['https://youtu.be/OKvideo0001', 'https://youtu.be/OKvideo0003'];
  expect(onDownload).toHaveBeenCalledExactlyOnceWith({
    formatId: 'zip',
    summary: 'ZIP · 2 items',
    query: {},
    kept: { urls, title: 'A title', kind: 'video', heightPx: 480 },
  });
});

test('an archive that lacks some says how many, and why', () => {
  const urls = ['1', '2', '3', '4', '5'].map((id) => `https://youtu.be/${id}`);
  const kept = { urls, title: 'All', kind: 'video', heightPx: null } as const;
  const file = { link: '/kept/1', name: 'a.zip', bytes: 100, expiresAt: '2100-01-01T00:00:00Z' };
  const zip = (leftOut?: FailureCode[]) =>
    transferOf({
      formatId: 'zip',
      kept,
      progress: progressOf('d', 'ready', { file: { ...file, ...(leftOut && { leftOut }) } }),
    });
  show({ items: entries(5) }, { transfers: { a: zip() } });
  expect(screen.queryByText(/The ZIP has/)).toBeNull();
  show({ items: entries(5) }, { transfers: { a: zip(['private', 'drm', 'private']) } });
  const [hidden, locked] = [FAILURE_TEXT.private.title(), FAILURE_TEXT.drm.title()];
  expect(screen.getByText(`The ZIP has 2 of 5 items. ${hidden} (2) ${locked}`)).toBeDefined();
});

test('the server makes no archives of pictures of other links, nor of lists, so none is offered', () => {
  show({ items: [entry(1)] }, { mode: 'images' });
  expect(screen.queryByText('All in one ZIP')).toBeNull();
  show({ items: [entry(1, { kind: 'playlist' })] });
  expect(screen.queryByText('All in one ZIP')).toBeNull();
});

test('how many there are is said above, as far as the platform tells, and how many are shown below', () => {
  show({ items: entries(50), itemCount: 60, nextFrom: 51 });
  expect([screen.getByText('60 items').tagName, screen.getByText('50 of 60 shown').tagName]).toEqual(['LEGEND', 'P']);
  expect(button('Download all (60)')).not.toBeNull();
  show({ items: entries(50), itemCount: 4999, nextFrom: 51 });
  expect([screen.queryByText('4,999 items'), screen.queryByText('50 of 4,999 shown')]).not.toContain(null);
  show({ items: entries(30), nextFrom: 31 });
  expect(screen.getByText('30 items so far')).toBeTruthy();
});

test('the button of a phone unfolds search and range, and takes back what was searched', () => {
  show({ items: entries(12) });
  const find = screen.getByRole('button', { name: 'Search and range', expanded: false });
  const tools = screen.getByLabelText('Search this list').closest('[data-folded]');
  expect(tools?.contains(screen.getByLabelText('From'))).toBe(true);
  fireEvent.click(find);
  expect(tools?.hasAttribute('data-folded')).toBe(false);
  fireEvent.change(screen.getByLabelText('Search this list'), { target: { value: 'entry 12' } });
  expect(screen.getAllByLabelText(/^Item \d+:/)).toHaveLength(1);
  fireEvent.click(find);
  expect(tools?.hasAttribute('data-folded')).toBe(true);
  expect(screen.getAllByLabelText(/^Item \d+:/)).toHaveLength(12);
});

test('what a platform keeps for those who are signed in is said, and not asked for', () => {
  show({ platform: 'facebook', items: entries(28), itemCount: 40 });
  expect(screen.getByText('28 of 40 items')).toBeTruthy();
  expect(screen.getByText('Facebook doesn’t show the rest publicly.')).toBeTruthy();
  expect(screen.queryByText('Load more')).toBeNull();
});

test('more than an archive takes is refused in words, not cut, once somebody wants it', () => {
  const { onDownload } = show({ items: entries(51) });
  const refusal = () => screen.queryByText('A ZIP can have up to 50 items. Select fewer.');
  expect(refusal()).toBeNull();
  fireEvent.click(screen.getByText('All in one ZIP'));
  expect(refusal()).not.toBeNull();
  expect(onDownload).not.toHaveBeenCalled();
  toggle('Item 1: Entry 1');
  expect(refusal()).toBeNull();
  fireEvent.click(screen.getByText('All in one ZIP'));
  expect(onDownload).toHaveBeenCalledOnce();
});

test('of a list that is too long for one press, what is loaded is selected', () => {
  show({ items: entries(50), itemCount: 4999, nextFrom: 51 });
  expect(button('Download 50 selected')?.disabled).toBe(false);
  show({ items: entries(501) });
  expect(button('Download all (501)')?.disabled).toBe(true);
  expect(screen.getByText('Up to 500 at a time. Select fewer items.')).toBeTruthy();
});

test('a range of entries that are here is selected at once; one that is none is refused', async () => {
  show({ items: entries(20) });
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const select = () => fireEvent.click(screen.getByText('Select'));
  type('From', '7');
  type('To', '5');
  select();
  expect(screen.getByText('Enter two numbers, the smaller one first.')).toBeTruthy();
  type('To', '507');
  select();
  expect(screen.getByText('A range can have up to 500 items.')).toBeTruthy();
  type('To', '9');
  select();
  expect(await screen.findByText('Items 7 to 9 selected.')).toBeTruthy();
  expect(screen.getByText('Download 3 selected')).toBeTruthy();
});

test('the other lists of a channel are a press away', () => {
  const link = (kind: string) => `https://www.youtube.com/@replicachannel/${kind}`;
  const lists = (['videos', 'shorts', 'streams'] as const).map((kind) => ({
    kind,
    link: link(kind),
    isThis: kind === 'videos',
  }));
  const { onAdd } = show({ items: entries(3), lists });
  expect(screen.queryByText('Videos')).toBeNull();
  fireEvent.click(screen.getByText('Live'));
  expect(onAdd).toHaveBeenCalledExactlyOnceWith([{ link: link('streams'), platform: 'youtube' }]);
});
