import { describe, expect, test } from 'vitest';
import type { Format } from '#/model/media/media.ts';
import { formatOf, soundOf } from '../fixtures/resolved.ts';
import { ONLY_SOUND } from '../choices/sound.ts';
import { commonFiles } from './common-files.ts';

const film = (heightPx: number, own: Partial<Format> = {}) =>
  formatOf({ id: `${heightPx}`, heightPx, widthPx: Math.round((heightPx * 16) / 9), size: null, ...own });
const mp3 = (kbps: number) =>
  soundOf({ id: `mp3-${kbps}`, container: 'mp3', audioBitrateKbps: kbps, delivery: 'transcode', size: null });
const text = (container: string) =>
  formatOf({ id: `sub-en.${container}`, kind: 'subtitles', container, language: 'en' });
const ENGLISH = { id: 'sub-en', language: 'en', automatic: false };
const ZULU = { id: 'sub-zu', language: 'zu', automatic: true };

type Own = Partial<Parameters<typeof commonFiles>[0]>;
function listed(formats: Format[], own: Own = {}): string[] {
  const [offer = film(720)] = formats;
  const by = { sound: ONLY_SOUND, subtitles: null, container: null, durationS: null };
  const what = { mode: 'video', texts: [], offer, ...by } as const;
  return commonFiles({ ...what, formats, ...own }).map(({ download: { formatId } }) => formatId);
}

test('films by height, an MP3, the sound as it is, the subtitles', () => {
  const formats = [film(1080), film(720), film(360), mp3(320), mp3(192), soundOf(), text('vtt'), text('srt')];
  expect(listed(formats, { texts: [ENGLISH] })).toEqual(['1080', '720', '360', 'mp3-192', '140', 'sub-en.srt']);
});

test('of twenty heights those that have a name', () => {
  const heights = [4320, 2160, 1440, 1080, 900, 864, 810, 720, 640, 480, 404, 360, 240, 144];
  const offer = film(1080);
  const films = heights.map((height) => (height === 1080 ? offer : film(height)));
  expect(listed(films, { offer })).toEqual(['2160', '1440', '1080', '720', '480', '360']);
  expect(listed([900, 720, 144].map((height) => film(height)))).toEqual(['900', '720', '144']);
});

test('of one height what plays everywhere, unless something else is offered', () => {
  const [modern, plain] = [film(720, { id: 'new', compatibility: 'modern' }), film(720)];
  expect(listed([plain, modern])).toEqual(['720']);
  expect(listed([modern, plain])).toEqual(['new']);
});

describe('by what is asked for', () => {
  const silent = film(1080, { id: 'silent', kind: 'video' });
  const picture = formatOf({ id: 'thumb', kind: 'image', container: 'jpg' });

  test('without sound they are films without sound', () => {
    expect(listed([silent, film(720)], { mode: 'muted' })).toEqual(['silent']);
  });

  test('pictures are listed where pictures are wanted', () => {
    expect(listed([film(720), picture], { mode: 'images', offer: picture })).toEqual(['720', 'thumb']);
    expect(listed([film(720), picture])).toEqual(['720']);
  });

  test('subtitles that are offered stand first, once', () => {
    const formats = [film(720), text('vtt'), text('srt')];
    expect(listed(formats, { mode: 'subtitles', offer: text('vtt'), texts: [ENGLISH] })).toEqual(['sub-en.vtt', '720']);
  });
});

test('subtitles that have no file of their own are had by the link of others', () => {
  const formats = [film(720), text('srt')];
  const what = { mode: 'video', offer: formats[0] as Format, sound: ONLY_SOUND, subtitles: null } as const;
  const files = commonFiles({ ...what, formats, texts: [ZULU], container: null, durationS: null });
  expect(files.at(-1)?.download).toEqual({
    formatId: 'sub-en.srt',
    summary: 'SRT · Zulu (auto-generated)',
    query: { text: 'sub-zu' },
  });
});
