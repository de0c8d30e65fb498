import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatOf, itemOf, queueItemOf, resolvedOf, soundOf } from '../fixtures/resolved.ts';
import type { Mode } from '../form/mode.ts';
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

/** Where the first file to be had is. */
function firstLink(mode: Mode): string | null {
  const { container } = render(
    <MantineProvider env="test">
      <ResultCard item={queueItemOf(slideshow, { mode })} resolved={slideshow} />
    </MantineProvider>,
  );
  return container.querySelector('a[download]')?.getAttribute('href') ?? null;
}

test.each<[Mode, string]>([
  ['video', '1.photo'],
  ['muted', '1.photo'],
  ['images', '1.photo'],
  ['audio', 'audio'],
])('a slideshow asked for as %s leads with %s', (mode, id) => {
  expect(firstLink(mode)).toBe(`/api/video/token-${id}`);
  expect(screen.queryByText(/nothing of the kind/)).toBeNull();
});

test('a slideshow has no subtitles, and says so', () => {
  expect(firstLink('subtitles')).toBe('/api/video/token-1.photo');
  expect(screen.getByText(/nothing of the kind/)).toBeDefined();
});
