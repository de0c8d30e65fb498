import { expect, test } from 'vitest';
import type { Format } from './media.ts';
import { previewable, previewsOf } from './preview.ts';

const film = (heightPx: number, own: Partial<Format> = {}): Format => ({
  id: `${heightPx}`,
  kind: 'video+audio',
  container: 'mp4',
  videoCodec: 'h264',
  audioCodec: 'aac',
  widthPx: Math.round((heightPx * 16) / 9),
  heightPx,
  fps: 30,
  dynamicRange: null,
  audioBitrateKbps: null,
  language: null,
  automatic: false,
  size: null,
  delivery: 'direct',
  compatibility: 'everywhere',
  recommended: false,
  ...own,
});
const sound = (own: Partial<Format> = {}) => film(0, { kind: 'audio', widthPx: null, heightPx: null, ...own });

test('a player shows a film of 720 lines at most, put together or not; nothing that has to be converted', () => {
  const merged = film(720, { id: '136+140', delivery: 'merge' });
  expect(previewable([film(1080), merged, film(360)])?.id).toBe('136+140');
  expect(previewable([film(1080, { id: 'big' })])?.id).toBe('big');
  expect(previewable([film(1080, { id: 'new', compatibility: 'modern' }), sound()])?.id).toBe('new');
  expect(previewable([film(480, { id: 'silent', kind: 'video' })])?.id).toBe('silent');
  expect(previewable([sound({ delivery: 'transcode' })])).toBeNull();
});

test('one for each language that is heard, and nothing else', () => {
  const formats = [
    film(1080, { id: '137-en', language: 'en' }),
    film(720, { id: '136-en', language: 'en' }),
    film(720, { id: '136-es', language: 'es' }),
    film(720, { id: 'subtitles', kind: 'subtitles', language: 'fr' }),
    sound({ id: '140-de', language: 'de' }),
  ];
  expect(previewsOf(formats).map(({ id }) => id)).toEqual(['136-en', '136-es', '140-de']);
  expect(previewsOf([film(720)]).map(({ id }) => id)).toEqual(['720']);
  expect(previewsOf([])).toEqual([]);
});
