import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Media, MediaItem } from '#/model/media/media.ts';
import { formatOf, itemOf, queueItemOf, resolvedOf, soundOf } from '../fixtures/resolved.ts';
import { ItemChecklist } from './ItemChecklist.tsx';
import type { QueueItem } from '../queue/queue-item.ts';

function show(
  items: MediaItem[],
  { zip = false, ...own }: Partial<QueueItem> & { zip?: boolean } = {},
  media: Partial<Media> = {},
) {
  const resolved = resolvedOf({ items, kind: 'carousel', ...media }, { zip });
  const onDownload = vi.fn();
  render(
    <MantineProvider env="test">
      <ItemChecklist item={queueItemOf(resolved, own)} resolved={resolved} onDownload={onDownload} />
    </MantineProvider>,
  );
  return { onDownload };
}

const photo = (index: number) =>
  itemOf(index, [formatOf({ id: `${index}.photo`, kind: 'image', container: 'jpg', recommended: true, size: null })]);
const film = (index: number, ...heights: number[]) =>
  itemOf(
    index,
    heights.map((heightPx, place) =>
      formatOf({
        id: `${index}.mp4-${heightPx}`,
        heightPx,
        widthPx: heightPx * 2,
        recommended: place === 0,
        size: null,
      }),
    ),
  );
const toggle = (name: string) => fireEvent.click(screen.getByLabelText(name));
const zipLink = () => screen.getByText('Download as ZIP').closest('a');

test('the button for what is chosen says how large it is together, where that is known of all', () => {
  const sized = (index: number, bytes: number, exact: boolean) =>
    itemOf(index, [formatOf({ id: `${index}`, recommended: true, size: { bytes, exact } })]);
  show([sized(1, 500_000, true), sized(2, 250_000, true), sized(3, 250_000, false), photo(4)]);
  const button = () => screen.getByText(/^Download \d selected/).textContent;
  expect(button()).toBe('Download 4 selected ');
  toggle('Item 4: Entry 4');
  expect(button()).toBe('Download 3 selected · ≈1 MB');
  toggle('Item 3: Entry 3');
  expect(button()).toBe('Download 2 selected · 750 kB');
});

test('what is done with all that is chosen stands above the entries', () => {
  show([photo(1), photo(2)], { zip: true });
  const list = screen.getByRole('list');
  for (const one of [screen.getByText('Download 2 selected'), screen.getByText('Download as ZIP')])
    expect(one.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});

test('the entries that are chosen come as one archive, each in the quality that is offered', () => {
  const { onDownload } = show([photo(1), photo(2), film(3, 1080, 720)], { zip: true });
  expect(zipLink()?.getAttribute('href')).toBe('/api/video/token-zip?items=1.photo%2C2.photo%2C3.mp4-1080');
  toggle('Item 2: Entry 2');
  fireEvent.change(screen.getByLabelText('Quality for all'), { target: { value: '720' } });
  fireEvent.click(screen.getByText('Download as ZIP'));
  expect(onDownload).toHaveBeenCalledExactlyOnceWith({
    formatId: 'zip',
    summary: 'ZIP · 2 items',
    query: { items: '1.photo,3.mp4-720' },
  });
});

test('the sound of a slideshow goes with its pictures, unless pictures alone are asked for', () => {
  const sound = soundOf({ id: 'audio', container: 'mp3', size: null });
  const formats = [soundOf({ id: 'flac', delivery: 'transcode', size: null }), sound];
  const { onDownload } = show([photo(1), photo(2)], { zip: true }, { formats });
  expect(zipLink()?.getAttribute('href')).toBe('/api/video/token-zip?items=1.photo%2C2.photo%2Caudio');
  fireEvent.click(screen.getByText('Download 3 selected'));
  expect(onDownload.mock.calls.map(([{ formatId }]) => formatId)).toEqual(['1.photo', '2.photo', 'audio']);
  toggle('Audio');
  expect(screen.getByLabelText<HTMLInputElement>('Select all').checked).toBe(false);
  expect(zipLink()?.getAttribute('href')).toBe('/api/video/token-zip?items=1.photo%2C2.photo');
  toggle('Select all');
  expect(screen.getByText('Download 3 selected')).toBeDefined();
  cleanup();
  show([photo(1), photo(2)], { zip: true, mode: 'images' }, { formats });
  expect(zipLink()?.getAttribute('href')).toBe('/api/video/token-zip?items=1.photo%2C2.photo');
});

test('there is no archive of nothing, nor where the server offers none', () => {
  show([photo(1), photo(2)], { zip: true });
  toggle('Select all');
  expect(screen.getByText<HTMLButtonElement>('Download as ZIP').closest('button')?.disabled).toBe(true);
});

test('an archive is offered only where the server has one', () => {
  show([photo(1), photo(2)]);
  expect(screen.queryByText('Download as ZIP')).toBeNull();
});

test('texts stay out of an archive, since their length is not known before', () => {
  const text = formatOf({ id: '1.en.srt', kind: 'subtitles', container: 'srt', size: null });
  show([itemOf(1, [text]), photo(2)], { zip: true, mode: 'subtitles' });
  expect(zipLink()?.getAttribute('href')).toBe('/api/video/token-zip?items=2.photo');
});

test('one quality for all: each entry has the nearest at or below it, else the nearest above', () => {
  const { onDownload } = show([film(1, 1080, 480, 360), film(2, 720), film(3, 1080, 900)]);
  fireEvent.change(screen.getByLabelText('Quality for all'), { target: { value: '720' } });
  fireEvent.click(screen.getByText('Download 3 selected'));
  expect(onDownload.mock.calls.map(([{ formatId }]) => formatId)).toEqual(['1.mp4-480', '2.mp4-720', '3.mp4-900']);
});

test('photos have no quality to choose', () => {
  show([photo(1), photo(2)]);
  expect(screen.queryByLabelText('Quality for all')).toBeNull();
});
