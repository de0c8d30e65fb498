import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { formatOf, itemOf, progressOf, queueItemOf, resolvedOf, soundOf, transferOf } from '../fixtures/resolved.ts';
import type { Mode } from '../form/mode.ts';
import type { Transfer } from '../transfers/transfer-state.ts';
import type { QueueItem } from '../queue/queue-item.ts';
import { ResultCard } from './ResultCard.tsx';

const image = (id: string) =>
  formatOf({ id, kind: 'image', container: 'jpg', widthPx: null, heightPx: null, size: null });
const slideshow = resolvedOf(
  {
    platform: 'tiktok',
    kind: 'carousel',
    formats: [soundOf({ id: 'audio', container: 'mp3', size: null }), image('thumb')],
    items: [1, 2].map((index) => itemOf(index, [{ ...image(`${index}.photo`), recommended: true }])),
  },
  { zip: true },
);

/** Where the first file to be had is, but for all of them together. */
function firstLink(mode: Mode): string | null {
  const { container } = render(
    <MantineProvider env="test">
      <ResultCard item={queueItemOf(slideshow, { mode })} resolved={slideshow} />
    </MantineProvider>,
  );
  return container.querySelector('a[download]:not([href*="zip?"])')?.getAttribute('href') ?? null;
}

test.each<[Mode, string]>([
  ['video', '1.photo'],
  ['muted', '1.photo'],
  ['images', '1.photo'],
  ['audio', 'audio'],
])('a slideshow asked for as %s leads with %s', (mode, id) => {
  expect(firstLink(mode)).toBe(`/api/video/token-${id}`);
  expect(screen.queryByText(/Available instead:$/)).toBeNull();
});

test('a slideshow has no subtitles, and says so', () => {
  expect(firstLink('subtitles')).toBe('/api/video/token-1.photo');
  expect(screen.getByText('This post has no subtitles. Available instead:')).toBeDefined();
});

const silent = resolvedOf({ formats: [formatOf({ id: 'gif', kind: 'video', audioCodec: null })] });
const film = resolvedOf({ formats: [formatOf()] });

test.each<[Mode, typeof film, string]>([
  ['video', silent, 'video with audio'],
  ['audio', film, 'audio'],
  ['muted', film, 'video without audio'],
  ['subtitles', film, 'subtitles'],
  ['images', film, 'photos'],
])('asked for as %s, a film that has no such thing says so above what it has instead', (mode, resolved, lacking) => {
  const { container } = render(
    <MantineProvider env="test">
      <ResultCard item={queueItemOf(resolved, { mode })} resolved={resolved} />
    </MantineProvider>,
  );
  const said = screen.getByText(`This post has no ${lacking}. Available instead:`);
  const [first = said] = container.querySelectorAll('a[download]');
  expect(said.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test.each([
  ['tiktok', true],
  ['youtube', false],
] as const)('a film of %s says that it has no watermark: %j', (platform, says) => {
  const film = resolvedOf({ platform, formats: [formatOf()] });
  render(
    <MantineProvider env="test">
      <ResultCard item={queueItemOf(film)} resolved={film} />
    </MantineProvider>,
  );
  expect(screen.queryByText('No watermark') !== null).toBe(says);
});

describe('the card of a film', () => {
  const film = resolvedOf({ formats: [formatOf(), soundOf()] });
  const id = '00000000-0000-4000-8000-000000000001';
  const of = (formatId: string, own: Partial<Transfer>) => {
    const summary = formatId === '18' ? 'MP4 · 720p · 48.3 MB' : 'M4A · 128 kbps · 48.3 MB';
    return { ...transferOf({ downloadId: id, ...own }), formatId, summary };
  };
  const show = (transfers: QueueItem['transfers'], own: Partial<QueueItem> = {}) => {
    const client = new QueryClient();
    const card = (shown: QueueItem['transfers']) => (
      <QueryClientProvider client={client}>
        <MantineProvider env="test">
          <ResultCard item={queueItemOf(film, { transfers: shown, ...own })} resolved={film} />
        </MantineProvider>
      </QueryClientProvider>
    );
    const { rerender } = render(card(transfers));
    return (later: QueueItem['transfers']) => rerender(card(later));
  };
  /** The button of the card, beside those of the table. */
  const offered = () =>
    screen
      .queryAllByRole('link', { name: /^Download/ })
      .filter((link) => !link.closest('details'))
      .map(({ textContent }) => textContent);
  const running = of('18', { progress: progressOf(id, 'transferring') });

  test('shows the way of what it offers in the place of its button', () => {
    show({ a: running });
    expect(offered()).toEqual([]);
    expect(screen.getByRole('button', { name: 'Format: 720p' })).toBeDefined();
    expect(screen.getAllByRole('progressbar')).toHaveLength(1);
  });

  test('keeps the button beside the way of another format', () => {
    show({ a: { ...running, formatId: '140' } });
    expect(offered()).toEqual(['Download MP4 · 720p · 48.3 MB']);
    expect(screen.getAllByRole('progressbar')).toHaveLength(1);
  });

  test('has what leads on in its button until the file is had', () => {
    const variant = () => document.querySelector('a[download]:not(details *)')?.getAttribute('data-variant');
    const later = show({});
    expect(variant()).toBe('filled');
    later({ a: of('18', { progress: progressOf(id, 'done') }) });
    expect(variant()).toBe('default');
  });

  test('has one button that leads on, that of a clip once one is set', () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    onTestFinished(() => void vi.unstubAllGlobals());
    show({});
    const loud = () => [...document.querySelectorAll('[data-variant="filled"]')].map(({ textContent }) => textContent);
    expect(loud()).toEqual(['Download MP4 · 720p · 48.3 MB']);
    fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
    expect(loud()).toEqual(['Download MP4 · 720p · 48.3 MB']);
    fireEvent.change(screen.getByRole('textbox', { name: 'Start' }), { target: { value: '10' } });
    fireEvent.change(screen.getByRole('textbox', { name: 'End' }), { target: { value: '40' } });
    expect(loud()).toEqual(['Download clip · 0:30.0']);
    fireEvent.click(screen.getByRole('button', { name: 'Close preview' }));
    expect(loud()).toEqual(['Download MP4 · 720p · 48.3 MB']);
    fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
    expect(loud()).toEqual(['Download MP4 · 720p · 48.3 MB']);
  });

  test('offers what the visitor picked', () => {
    show({}, { chosen: '140' });
    expect(offered()).toEqual(['Download M4A · 128 kbps · 48.3 MB']);
  });

  test('lets what is cancelled be undone; what was cancelled before the page came is not shown', () => {
    const stopped = { ...of('18', { progress: progressOf(id, 'cancelled') }), isStopped: true };
    const later = show({ old: stopped, a: running });
    expect(screen.queryByText(/^Canceled/)).toBeNull();
    later({ old: stopped, a: stopped });
    expect(screen.getAllByText(/^Canceled/)).toHaveLength(1);
    expect(offered()).toEqual(['Download MP4 · 720p · 48.3 MB']);
  });
});
