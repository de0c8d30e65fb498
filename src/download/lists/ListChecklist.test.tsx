import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Media } from '#/model/media/media.ts';
import { itemOf, queueItemOf, resolvedOf } from '../fixtures/resolved.ts';
import { ListChecklist } from './ListChecklist.tsx';
import type { QueueItem } from '../queue/queue-item.ts';

const entry = (index: number, own: Partial<Media['items'][number]> = {}) =>
  itemOf(index, [], { link: `https://youtu.be/OKvideo${String(index).padStart(4, '0')}`, ...own });
const entries = (count: number) => Array.from({ length: count }, (_, n) => entry(n + 1));

function show(media: Partial<Media>, own: Partial<QueueItem> = {}) {
  const resolved = resolvedOf({ kind: 'playlist', ...media });
  const [onDownload, onAdd] = [vi.fn(), vi.fn()];
  render(
    <MantineProvider env="test">
      <ListChecklist item={queueItemOf(resolved, own)} resolved={resolved} onDownload={onDownload} onAdd={onAdd} />
    </MantineProvider>,
  );
  return { onDownload, onAdd };
}

const toggle = (name: string) => fireEvent.click(screen.getByLabelText(name));
const button = (name: string) => screen.getByText(name).closest('button');

test('entries take the quality along to the queue', () => {
  const { onAdd } = show({ items: entries(3) });
  fireEvent.change(screen.getByLabelText('Quality for all'), { target: { value: '480' } });
  toggle('Entry 1: Entry 1');
  fireEvent.click(screen.getByText('Add 2 to the queue'));
  const links = ['https://youtu.be/OKvideo0002', 'https://youtu.be/OKvideo0003'];
  expect(onAdd).toHaveBeenCalledWith(
    links.map((link) => ({ link, platform: 'youtube' })),
    480,
  );
});

test('entries come as one archive, made and kept by the server, in one quality', () => {
  const { onDownload } = show({ items: entries(3) });
  fireEvent.change(screen.getByLabelText('Quality for all'), { target: { value: '480' } });
  toggle('Entry 2: Entry 2');
  fireEvent.click(screen.getByText('All in one ZIP'));
  const urls = ['https://youtu.be/OKvideo0001', 'https://youtu.be/OKvideo0003'];
  expect(onDownload).toHaveBeenCalledExactlyOnceWith({
    formatId: 'zip',
    summary: 'ZIP · 2 entries',
    query: {},
    kept: { urls, title: 'A title', kind: 'video', heightPx: 480 },
  });
});

test('the server makes no archives of pictures of other links, nor of lists, so none is offered', () => {
  show({ items: [entry(1)] }, { mode: 'images' });
  expect(screen.queryByText('All in one ZIP')).toBeNull();
  show({ items: [entry(1, { kind: 'playlist' })] });
  expect(screen.queryByText('All in one ZIP')).toBeNull();
});

test('how many there are is said, as far as the platform tells', () => {
  show({ items: entries(50), itemCount: 4999, nextFrom: 51 });
  expect(screen.getByText('50 of 4,999 entries')).toBeTruthy();
  show({ items: entries(30), nextFrom: 31 });
  expect(screen.getByText('30 entries so far')).toBeTruthy();
  expect(screen.getAllByText('Load more')).toHaveLength(2);
});

test('what a platform keeps for those who are signed in is said, and not asked for', () => {
  show({ platform: 'facebook', items: entries(28), itemCount: 40 });
  expect(screen.getByText('28 of 40 entries')).toBeTruthy();
  expect(screen.getByText('Facebook doesn’t show the rest publicly.')).toBeTruthy();
  expect(screen.queryByText('Load more')).toBeNull();
});

test('more than an archive or the queue takes is refused in words, not cut', () => {
  show({ items: entries(51) });
  expect(button('All in one ZIP')?.disabled).toBe(true);
  expect(screen.getByText('A ZIP can have up to 50 entries. Select fewer.')).toBeTruthy();
  expect(button('Add 51 to the queue')?.disabled).toBe(false);
  toggle('Entry 1: Entry 1');
  expect(button('All in one ZIP')?.disabled).toBe(false);
});

test('a queue that has no room for all says how much it has', () => {
  show({ items: entries(101) });
  expect(button('Add 101 to the queue')?.disabled).toBe(true);
  expect(screen.getByText('Room left in the queue: 100. Select fewer entries.')).toBeTruthy();
});

test('a range of entries that are here is selected at once; one that is none is refused', async () => {
  show({ items: entries(20) });
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const select = () => fireEvent.click(screen.getByText('Select'));
  type('From', '7');
  type('To', '5');
  select();
  expect(screen.getByText('Enter two numbers, the first no larger than the second.')).toBeTruthy();
  type('To', '107');
  select();
  expect(screen.getByText('A range can have up to 100 entries.')).toBeTruthy();
  type('To', '9');
  select();
  expect(await screen.findByText('Entries 7 to 9 selected.')).toBeTruthy();
  expect(screen.getByText('Add 3 to the queue')).toBeTruthy();
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
  expect(onAdd).toHaveBeenCalledExactlyOnceWith([{ link: link('streams'), platform: 'youtube' }], null);
});
