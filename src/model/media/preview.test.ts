import { expect, test } from 'vitest';
import type { AudioTrack, Format } from './media.ts';
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

test('one where no track is chosen, and one for tracks that do not fit into it', () => {
  const merged = (id: string, own: Partial<Format> = {}) => film(720, { id, delivery: 'merge', ...own });
  const formats = [
    merged('136', { language: 'en' }),
    merged('247', { language: 'en', container: 'webm', compatibility: 'modern' }),
    film(360, { id: '18' }),
    film(720, { id: 'subtitles', kind: 'subtitles', language: 'fr' }),
  ];
  const track = (id: string, containers: string[]) => ({ id, language: id, kind: 'dubbed', containers }) as const;
  const previews = (of: Format[], ...audioTracks: AudioTrack[]) =>
    previewsOf({
      formats: of,
      audioTracks: [{ ...track('en', ['mp4', 'webm']), kind: 'original' }, ...audioTracks],
    }).map(({ id }) => id);
  expect(previews(formats)).toEqual(['136']);
  expect(previews(formats, track('es', ['mp4', 'webm']), track('fr', ['mp4']))).toEqual(['136']);
  expect(previews(formats, track('es', ['webm']))).toEqual(['136', '247']);
  expect(previews(formats.slice(2), track('es', ['mp4']))).toEqual(['18']);
  expect(previewsOf({ formats: [], audioTracks: [] })).toEqual([]);
});
