import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Format } from '#/model/media/media.ts';
import { filmSubtitles } from './choices.ts';
import { embeddable, pickSubtitles } from './embedded-subtitles.ts';
import { formatOf, queueItemOf, resolvedOf, soundOf } from '../fixtures/resolved.ts';
import { ResultCard } from '../queue-view/ResultCard.tsx';

afterEach(() => filmSubtitles.choose(null));

const textOf = (id: string, own: Partial<Format> = {}) =>
  formatOf({ id, kind: 'subtitles', container: 'vtt', language: 'en', size: null, ...own });

const TEXTS = [
  textOf('sub-en.vtt'),
  textOf('sub-en.srt', { container: 'srt' }),
  textOf('sub-en-auto.vtt', { automatic: true }),
  textOf('sub-es.vtt', { language: 'es' }),
];
const OTHERS = [
  formatOf({ id: 'webm', container: 'webm' }),
  formatOf({ id: 'gif', container: 'mp4', delivery: 'transcode' }),
  formatOf({ id: 'muted', kind: 'video' }),
  soundOf(),
];

function show(formats: Format[]): void {
  const resolved = resolvedOf({ formats });
  render(
    <MantineProvider env="test">
      <ResultCard item={queueItemOf(resolved)} resolved={resolved} />
    </MantineProvider>,
  );
}

const select = () => screen.getByLabelText('Subtitles in the video');
const hrefs = () => [...document.querySelectorAll('a[download]')].map((link) => link.getAttribute('href'));

test('subtitles go into the links of MP4 films with sound, the first button’s too, and are remembered', () => {
  show([formatOf({ recommended: true }), ...OTHERS, ...TEXTS]);
  const names = within(select()).getAllByRole('option', { hidden: true });
  expect(names.map(({ textContent }) => textContent)).toEqual([
    'None',
    'English',
    'Spanish',
    'English (auto-generated)',
  ]);
  const before = hrefs();
  expect(before.filter((href) => href?.includes('?'))).toEqual([]);

  fireEvent.change(select(), { target: { value: 'en-auto' } });
  const film = '/api/video/token-18';
  expect(hrefs()).toEqual(before.map((href) => (href === film ? `${film}?subtitles=sub-en-auto.vtt` : href)));
  expect(before.filter((href) => href === film)).toHaveLength(3);
  expect(localStorage.getItem('clipferry-subtitles')).toBe('en-auto');

  fireEvent.change(select(), { target: { value: '' } });
  expect(hrefs()).toEqual(before);
  expect(localStorage.getItem('clipferry-subtitles')).toBeNull();
});

test.each([
  ['without subtitles', [formatOf()]],
  ['without MP4', [...OTHERS, ...TEXTS]],
])('a media %s asks nothing', (_, formats) => {
  show(formats);
  expect(screen.queryByLabelText('Subtitles in the video')).toBeNull();
});

test.each([
  ['en', 'sub-en'],
  ['en-auto', 'sub-en-auto'],
  ['es-419', 'sub-es'],
  ['es-auto', null],
  ['ja', null],
  [null, null],
])('where %s is wanted, %s is taken', (wanted, id) => {
  expect(pickSubtitles(embeddable(resolvedOf({ formats: [formatOf(), ...TEXTS] }).media), wanted)?.id ?? null).toBe(id);
});
