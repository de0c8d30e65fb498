import { expect, test } from 'vitest';
import type { AudioKind, Format, Media } from '#/model/media/media.ts';
import { fileName } from './file-name.ts';

const format = { id: '1', kind: 'video+audio', container: 'mp4', widthPx: 1280, heightPx: 720 } as Format;

function named(title: string, author: string | null = null, of: Partial<Format> = {}): string {
  const media = {
    platform: 'youtube',
    id: 'abc',
    title,
    author: author && { name: author, url: null },
    items: [],
    audioTracks: [],
  };
  return fileName(media as unknown as Media, { ...format, ...of });
}

test.each([
  ['a plain title', 'A title', 'Someone', 'Someone - A title (720p).mp4'],
  ['scripts of all kinds', 'Видео 動画 फ़िल्म ویدیو', null, 'Видео 動画 फ़िल्म ویدیو (720p).mp4'],
  ['what Windows forbids', 'a<b>:c"d/e\\f|g?h*i', null, 'a b c d e f g h i (720p).mp4'],
  ['path tricks', '../../etc/passwd', null, 'etc passwd (720p).mp4'],
  ['control characters', 'a\u0000b\r\nc\u0007', null, 'a b c (720p).mp4'],
  ['turned text that hides an extension', 'photo\u202egpj.exe', null, 'photo gpj.exe (720p).mp4'],
  ['dots and blanks at the ends', ' ...hidden. ', null, 'hidden (720p).mp4'],
  ['a device name that is none with its label', 'CON.', null, 'CON (720p).mp4'],
  ['nothing at all', '???', null, 'Clipferry youtube abc (720p).mp4'],
  ['joined emoji', 'family 👨‍👩‍👧', null, 'family 👨‍👩‍👧 (720p).mp4'],
])('%s', (_, title, author, expected) => {
  expect(named(title, author)).toBe(expected);
});

test.each([
  ['author-title', 'Someone - Élan, vital! (720p).mp4'],
  ['title', 'Élan, vital! (720p).mp4'],
  ['title-id', 'Élan, vital! [abc] (720p).mp4'],
  ['plain', 'elan-vital-720p.mp4'],
] as const)('in the style %s', (style, expected) => {
  const media = {
    platform: 'youtube',
    id: 'abc',
    title: 'Élan, vital!',
    author: { name: 'Someone', url: null },
    items: [],
    audioTracks: [],
  };
  expect(fileName(media as unknown as Media, format, { style, cut: null })).toBe(expected);
});

test('a plain name of a title in another script has the platform’s id', () => {
  const media = {
    platform: 'youtube',
    id: 'aB_c-1',
    title: '動画',
    author: null,
    items: [],
    audioTracks: [],
  } as unknown as Media;
  expect(fileName(media, format, { style: 'plain', cut: null })).toBe('youtube-ab-c-1-720p.mp4');
});

test('a clip says which part it is', () => {
  const media = {
    platform: 'youtube',
    id: 'abc',
    title: 't',
    author: null,
    items: [],
    audioTracks: [],
  } as unknown as Media;
  const cut = { startS: 65.2, endS: 3725 };
  expect(fileName(media, format, { style: 'title', cut })).toBe('t (720p 1.05-1.02.05).mp4');
});

test('a device name with its extension is changed', () => {
  expect(named('nul', null, { kind: 'image', container: 'jpg' })).toBe('_nul.jpg');
});

test('says what tells formats of one media apart', () => {
  expect(named('t', null, { kind: 'audio', container: 'm4a', audioBitrateKbps: 129.5, language: 'es' })).toBe(
    't (es 130k).m4a',
  );
  expect(named('t', null, { kind: 'subtitles', container: 'srt', language: 'en', automatic: true })).toBe(
    't (en auto).srt',
  );
  expect(named('t', null, { widthPx: 576, heightPx: 1024 })).toBe('t (576p).mp4');
});

test.each(['a'.repeat(500), '日'.repeat(500), '👨‍👩‍👧'.repeat(100), 'é'.repeat(400)])(
  'a long name is cut between characters',
  (title) => {
    const name = named(title, title);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180);
    expect(name.isWellFormed()).toBe(true);
    expect(name.endsWith(' (720p).mp4')).toBe(true);
    expect(name).not.toMatch(/\u200d \(/);
  },
);

test.each([
  ['subtitles', 'srt', 'en'],
  ['audio', 'm4a', 'en'],
  ['video+audio', 'mp4', '720p en'],
] as const)(
  'what a platform calls a track is as legal in a name, and as short, as a title is (%s)',
  (kind, container, label) => {
    const audioTracks = [
      { id: 'fr', language: 'fr', kind: 'original', containers: ['mp4'] },
      { id: 'en', language: 'en', kind: 'dubbed', containers: ['mp4'] },
    ];
    const media = { platform: 'youtube', id: 'abc', title: 'A title', author: null, items: [], audioTracks };
    const nameOf = (trackName: string) =>
      fileName(media as unknown as Media, { ...format, kind, container, language: 'en', trackName });
    expect(nameOf('AC/DC: live?\\..\u202e ')).toBe(`A title (${label} AC DC live).${container}`);
    expect(nameOf('???')).toBe(`A title (${label}).${container}`);
    expect(nameOf('字'.repeat(200))).toBe(`A title (${label} ${'字'.repeat(16)}).${container}`);
  },
);

test('a film with another sound than its own says which', () => {
  const track = (language: string, kind: AudioKind) => ({ id: language, language, kind, containers: ['mp4'] });
  const audioTracks = [track('en', 'original'), track('ja', 'dubbed')];
  const media = {
    platform: 'youtube',
    id: 'abc',
    title: 't',
    author: null,
    items: [],
    audioTracks,
  } as unknown as Media;
  const nameOf = (language: string, own: Partial<Format> = {}) => fileName(media, { ...format, language, ...own });
  expect(nameOf('en')).toBe('t (720p).mp4');
  expect(nameOf('ja')).toBe('t (720p ja).mp4');
  expect(nameOf('ja', { kind: 'video' })).toBe('t (720p).mp4');
});
