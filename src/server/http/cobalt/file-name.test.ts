import { expect, it } from 'vitest';
import type { Format, Media } from '#/model/media/media.ts';
import { cobaltFileName } from './file-name.ts';

const MEDIA: Media = {
  platform: 'youtube',
  id: 'OKvideo0001',
  canonicalUrl: 'https://www.youtube.com/watch?v=OKvideo0001',
  kind: 'video',
  title: 'A title',
  author: { name: 'Somebody', url: null },
  durationS: 4,
  publishedAt: null,
  thumbnailId: null,
  chapters: [],
  formats: [],
  audioTracks: [],
  textTracks: [],
  items: [],
  itemCount: null,
  nextFrom: null,
  lists: [],
  hints: { startS: null, itemIndex: null },
};
const FILM = { id: 'film', kind: 'video+audio', widthPx: 1920, heightPx: 800, videoCodec: 'h264' } as const;
const SOUND = { id: 'sound', kind: 'audio', widthPx: null, heightPx: null, videoCodec: null } as const;
const PHOTO = { id: '2.photo', kind: 'image', widthPx: 720, heightPx: 1280, videoCodec: null } as const;

it.each([
  ['classic', FILM, 'mp4', 'youtube_OKvideo0001_1920x800_h264.mp4'],
  ['basic', FILM, 'mp4', 'A title (1080p, h264).mp4'],
  ['pretty', FILM, 'webm', 'A title (1080p, h264, youtube).webm'],
  ['nerdy', FILM, 'mp4', 'A title (1080p, h264, youtube, OKvideo0001).mp4'],
  ['classic', SOUND, 'mp3', 'youtube_OKvideo0001_audio.mp3'],
  ['basic', SOUND, 'mp3', 'A title - Somebody.mp3'],
  ['pretty', SOUND, 'mp3', 'A title - Somebody (youtube).mp3'],
  ['nerdy', SOUND, 'mp3', 'A title - Somebody (youtube, OKvideo0001).mp3'],
] as const)('%s of %o', (style, format, container, name) => {
  expect(cobaltFileName({ media: MEDIA, format, container, isMuted: false }, style)).toBe(name);
});

it('tells the entries of a post apart', () => {
  const facts = { index: 2, title: '', kind: 'image', durationS: null, thumbnailId: null, link: null } as const;
  const item = { ...facts, audioTracks: [], textTracks: [] };
  const media = { ...MEDIA, items: [{ ...item, formats: [PHOTO as unknown as Format] }] };
  const named = { media, format: PHOTO, container: 'jpg', isMuted: false };
  expect(cobaltFileName(named, 'classic')).toBe('youtube_OKvideo0001_2.jpg');
  expect(cobaltFileName(named, 'basic')).toBe('A title 2.jpg');
});

it.each([
  ['a/b\\c:d\u202e', 'a b c d (1080p, h264).mp4'],
  ['', 'youtube OKvideo0001 (1080p, h264).mp4'],
  ['漢'.repeat(200), `${'漢'.repeat(33)} (1080p, h264).mp4`],
])('is a name everywhere: %j', (title, name) => {
  const media = { ...MEDIA, title };
  expect(cobaltFileName({ media, format: FILM, container: 'mp4', isMuted: false }, 'basic')).toBe(name);
});
