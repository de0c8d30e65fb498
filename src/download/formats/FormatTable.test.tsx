import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AudioTrack, Format, TextTrack } from '#/model/media/media.ts';
import { fileNames, soundLanguage } from '../choices/choices.ts';
import { FileNamesChoice } from '../choices/FileNamesChoice.tsx';
import { formatOf, resolvedOf, soundOf } from '../fixtures/resolved.ts';
import { FormatTable } from './FormatTable.tsx';
import { heardIn, ONLY_SOUND, type Sound } from '../choices/sound.ts';

afterEach(() => {
  fileNames.choose(null);
  soundLanguage.choose(null);
  document.body.replaceChildren();
});

const NO_TEXT = { choices: [], chosen: null };

type Options = { canConvert?: boolean; sound?: Sound; texts?: TextTrack[] };

function tableOf(formats: Format[], { canConvert = true, sound = ONLY_SOUND, texts = [] }: Options = {}) {
  const onDownload = vi.fn();
  const { links } = resolvedOf({ formats });
  const table = (
    <MantineProvider env="test">
      <FileNamesChoice />
      <FormatTable {...{ formats, texts, links, canConvert, sound, onDownload }} embedded={NO_TEXT} />
    </MantineProvider>
  );
  return { table, onDownload };
}

function show(formats: Format[], options?: Options) {
  const { table, onDownload } = tableOf(formats, options);
  render(table);
  return { onDownload };
}

/** What rows are headed by, without the line of their codecs. */
const heading = () =>
  screen.getAllByRole('rowheader', { hidden: true }).map(({ childNodes: [quality, remarks] }) => {
    return `${quality?.textContent ?? ''}${remarks?.textContent ?? ''}`;
  });
const download = (name: RegExp) => screen.getByRole('link', { name, hidden: true });
const row = (name: RegExp) => screen.getByRole('row', { name, hidden: true });

test('a table says quality, codecs and exact size, and links to each', () => {
  show([formatOf({ fps: 60 })]);
  const cells = within(row(/720p60/)).getAllByRole('cell', { hidden: true });
  expect(cells.slice(0, 3).map(({ textContent }) => textContent)).toEqual(['MP4', '48.3 MB', 'All devices']);
  expect(screen.getByText('H.264 + AAC')).toBeDefined();
  expect(document.querySelector('a[download]')?.getAttribute('href')).toBe('/api/video/token-18');
});

describe('a row says what its format is', () => {
  test.each([
    ['720p · 30 fps', formatOf()],
    ['1080p60 HDR', formatOf({ widthPx: 1920, heightPx: 1080, fps: 59.94, dynamicRange: 'HDR' })],
    ['128 kbps', soundOf()],
    ['128 kbps · Spanish', soundOf({ language: 'es' })],
    ['320 kbps · converted', soundOf({ container: 'mp3', audioBitrateKbps: 320, delivery: 'transcode' })],
    [
      'Variable bitrate (VBR) · converted',
      soundOf({ container: 'mp3', audioBitrateKbps: null, delivery: 'transcode' }),
    ],
    ['Lossless copy', soundOf({ container: 'flac', audioBitrateKbps: null, delivery: 'transcode' })],
    ['Original', soundOf({ audioBitrateKbps: null })],
    ['Animation · converted', formatOf({ kind: 'image', container: 'gif', delivery: 'transcode' })],
    ['1280 × 720', formatOf({ kind: 'image', container: 'gif' })],
  ])('%s', (label, format) => {
    show([format]);
    expect(heading()).toContain(label);
  });

  test.each([
    ['h265', 'eac3', 'H.265 + E-AC-3'],
    ['vp8', 'vorbis', 'VP8 + Vorbis'],
    [null, 'pcm', 'WAV'],
    [null, 'flac', 'FLAC'],
    [null, 'ac3', 'AC-3'],
  ])('%j and %j are called %j', (videoCodec, audioCodec, label) => {
    show([formatOf({ videoCodec, audioCodec })]);
    expect(within(row(/720p/)).getByText(label)).toBeDefined();
  });
});

test('a server that cannot convert says so where the missing sounds would be', () => {
  show([formatOf(), soundOf()], { canConvert: false });
  expect(screen.getByText(/^MP3, FLAC, WAV and GIF aren’t available/)).toBeDefined();
});

test('a server that can convert says nothing of it', () => {
  show([formatOf(), soundOf()]);
  expect(screen.queryByText(/aren’t available/)).toBeNull();
});

test('a click is taken over, and says what is fetched', () => {
  const { onDownload } = show([formatOf()]);
  fireEvent.click(download(/^Download MP4/));
  expect(onDownload).toHaveBeenCalledWith({ formatId: '18', summary: 'MP4 · 720p · 48.3 MB', query: {} });
});

test('a film or a sound can be prepared and kept; pictures and texts are there at once', () => {
  const { onDownload } = show([
    formatOf(),
    formatOf({ id: 'jpg', kind: 'image', container: 'jpg' }),
    formatOf({ id: 'srt', kind: 'subtitles', container: 'srt' }),
  ]);
  expect(screen.getAllByText('Prepare on server')).toHaveLength(1);
  fireEvent.click(screen.getByText('Prepare on server'));
  expect(onDownload).toHaveBeenCalledWith({ formatId: '18', summary: 'MP4 · 720p · 48.3 MB', query: {}, kept: 'file' });
});

test('a phone shows one kind at a time', () => {
  show([formatOf(), soundOf(), formatOf({ id: 'srt', kind: 'subtitles', container: 'srt' })]);
  const tabs = () =>
    screen.getAllByRole('button', { pressed: true, hidden: true }).map(({ textContent }) => textContent);
  const left = () => [...document.querySelectorAll('tbody:not([data-tab])')].map(({ textContent }) => textContent);
  expect(tabs()).toEqual(['Video']);
  expect(left()).toEqual([expect.stringContaining('720p')]);
  fireEvent.click(screen.getByRole('button', { name: 'Audio', hidden: true }));
  expect(tabs()).toEqual(['Audio']);
  expect(left()).toEqual([expect.stringContaining('128 kbps')]);
});

test('one kind alone needs no choice of kinds', () => {
  show([formatOf()]);
  expect(screen.queryByRole('button', { name: 'Video', hidden: true })).toBeNull();
});

test('what is said once is not said again: a codec that is the file, devices that show pictures and texts, sizes nobody knows', () => {
  const [mp3, srt] = [
    soundOf({ container: 'mp3', audioCodec: 'mp3', size: null }),
    formatOf({ id: 'srt', kind: 'subtitles', container: 'srt', videoCodec: null, audioCodec: null, language: 'en' }),
  ];
  show([mp3, srt]);
  const cells = (name: RegExp) =>
    within(row(name))
      .getAllByRole('cell', { hidden: true })
      .slice(0, 3)
      .map(({ textContent }) => textContent);
  expect(screen.getAllByText('MP3')).toHaveLength(1);
  expect(cells(/128 kbps/)).toEqual(['MP3', '–Unknown size', 'All devices']);
  expect(cells(/English/)).toEqual(['SRT', '48.3 MB', '']);
});

test('where a size is not known, preparing is suggested, and why; on a phone beside what it is about', () => {
  show([formatOf(), soundOf({ container: 'mp3', delivery: 'transcode', size: null })]);
  const hint = screen.getByText(/Downloads of unknown size can’t be paused/);
  expect(hint.dataset['tab']).toBe('other');
  fireEvent.click(screen.getByRole('button', { name: 'Audio', hidden: true }));
  expect(hint.dataset['tab']).toBeUndefined();
});

test('what is there at once needs no preparing, also where its size is not known', () => {
  show([formatOf(), formatOf({ id: 'srt', kind: 'subtitles', container: 'srt', size: null })]);
  expect(screen.queryByText(/Downloads of unknown size can’t be paused/)).toBeNull();
});

const ENGLISH: AudioTrack = { id: 'en', language: 'en', kind: 'original', containers: ['mp4'] };
const SPANISH: AudioTrack = { id: 'es', language: 'es', kind: 'dubbed', containers: ['mp4'] };
const DESCRIBED: AudioTrack = { id: 'en-descriptive', language: 'en', kind: 'descriptive', containers: ['mp4'] };
const TRACKS = [ENGLISH, SPANISH, DESCRIBED];
const merged = formatOf({ language: 'en', delivery: 'merge' });

test('where there are several sounds, one is chosen, and remembered unless it is the original', () => {
  show([merged], { sound: { tracks: TRACKS, track: null } });
  const select = screen.getByLabelText('Audio track');
  expect(
    within(select)
      .getAllByText(/./)
      .map(({ textContent }) => textContent),
  ).toEqual(['English (original)', 'Spanish', 'English, audio description']);
  expect(heading()).toContain('720p · 30 fps');
  fireEvent.change(select, { target: { value: 'es' } });
  expect(localStorage.getItem('clipferry-sound')).toBe('es');
  fireEvent.change(select, { target: { value: 'en' } });
  expect(localStorage.getItem('clipferry-sound')).toBeNull();
});

test('the sound that is chosen goes into the links, and into what is said of them', () => {
  const sound = { tracks: TRACKS, track: SPANISH };
  const { onDownload } = show(heardIn([merged, formatOf({ id: 'silent', kind: 'video' })], sound), { sound });
  const hrefs = [...document.querySelectorAll('a[download]')].map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual(['/api/video/token-18?sound=es', '/api/video/token-silent']);
  fireEvent.click(download(/^Download MP4 · 720p · Spanish/));
  const summary = 'MP4 · 720p · Spanish · about 48.3 MB';
  expect(onDownload).toHaveBeenCalledWith({ formatId: '18', summary, query: { sound: 'es' } });
});

test('a film of one sound asks nothing', () => {
  show([formatOf({ language: 'en' })]);
  expect(screen.queryByLabelText('Audio track')).toBeNull();
  expect(heading()).toContain('720p · 30 fps');
});

const TEXTS = ['ar', 'de', 'en', 'zu'].map((language) => ({ id: `sub-${language}`, language, automatic: false }));
const LISTED = (['vtt', 'srt', 'txt'] as const).map((container) =>
  formatOf({ id: `sub-en.${container}`, kind: 'subtitles', container, language: 'en', size: null }),
);

test('many subtitles are one row, in which one is chosen; the own language stands first', () => {
  const { onDownload } = show([merged, ...LISTED], { texts: TEXTS });
  const select = screen.getByLabelText('Subtitles');
  expect(within(select).getAllByText(/./)[0]?.textContent).toBe('English');
  fireEvent.change(select, { target: { value: 'sub-zu' } });
  const link = screen.getByRole('link', { name: 'Download SRT · Zulu', hidden: true });
  expect(link.getAttribute('href')).toBe('/api/video/token-sub-en.srt?text=sub-zu');
  fireEvent.click(link);
  const zulu = { formatId: 'sub-en.srt', summary: 'SRT · Zulu', query: { text: 'sub-zu' } };
  expect(onDownload).toHaveBeenCalledWith(zulu);
});

test('without a script, plain forms take the sound and the subtitles that are chosen', () => {
  const { table } = tableOf([merged, formatOf({ id: 'silent', kind: 'video' }), ...LISTED], {
    sound: { tracks: TRACKS, track: null },
    texts: TEXTS,
  });
  document.body.innerHTML = renderToString(table);
  const sent = (path: string) => {
    const button = document.querySelector<HTMLButtonElement>(`button[formaction="${path}"]`);
    return button?.form && [...new FormData(button.form)];
  };
  expect(sent('/api/video/token-18')).toEqual([['sound', 'en']]);
  expect(sent('/api/video/token-sub-en.txt')).toEqual([['text', 'sub-en']]);
  expect(document.querySelector('a[download]')?.getAttribute('href')).toBe('/api/video/token-silent');
  const [sound] = document.querySelectorAll('select[name="sound"]');
  expect(sound && [...(sound as HTMLSelectElement).options].map(({ value }) => value)).toEqual([
    'en',
    'es',
    'en-descriptive',
  ]);
});

test('the style of file names goes into every link, and is remembered', () => {
  show([formatOf(), soundOf()]);
  const hrefs = () => [...document.querySelectorAll('a[download]')].map((link) => link.getAttribute('href'));
  expect(hrefs()).toEqual(['/api/video/token-18', '/api/video/token-140']);
  fireEvent.change(screen.getByLabelText('File names'), { target: { value: 'title-id' } });
  expect(hrefs()).toEqual(['/api/video/token-18?name=title-id', '/api/video/token-140?name=title-id']);
  expect(localStorage.getItem('clipferry-file-names')).toBe('title-id');
});
