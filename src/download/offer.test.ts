import { describe, expect, test } from 'vitest';
import type { Format } from '#/model/media.ts';
import { inLanguage } from '#/model/preview.ts';
import { formatOf, resolvedOf, soundOf } from './fixtures/resolved.ts';
import { anyOffer, offerIn, wholeFormats } from './offer.ts';
import { nearestTo } from './quality.ts';
import { pickLanguage, soundLanguages } from './sound.ts';

const film = (heightPx: number, own: Partial<Format> = {}) =>
  formatOf({ id: `${heightPx}`, heightPx, widthPx: Math.round((heightPx * 16) / 9), ...own });
const ids = (formats: readonly Format[]) => formats.map(({ id }) => id);

describe('what is offered first', () => {
  const formats = [
    film(2160, { videoCodec: 'vp9', compatibility: 'modern' }),
    film(1080, { recommended: true }),
    film(480),
    soundOf({ id: '251', container: 'webm', compatibility: 'modern' }),
    soundOf(),
  ];

  test.each([
    ['video', null, '1080'],
    ['video', 1080, '1080'],
    ['video', 720, '480'],
    ['video', 480, '480'],
    ['video', 360, '480'],
    ['video', 4320, '2160'],
    ['audio', 720, '140'],
    ['muted', null, undefined],
  ] as const)('%s at %j is %j', (mode, quality, id) => {
    expect(offerIn(mode, formats, quality)?.id).toBe(id);
  });

  test('of several at one quality, it is the one that plays everywhere', () => {
    const both = [film(720, { id: 'new', compatibility: 'modern' }), film(720, { id: 'old' })];
    expect(offerIn('video', both, 720)?.id).toBe('old');
  });

  test('a container that is preferred comes before a quality, where there is any of it', () => {
    const both = [film(1080), film(720, { id: 'webm', container: 'webm', compatibility: 'modern' })];
    expect(offerIn('video', both, 1080, 'webm')?.id).toBe('webm');
    expect(offerIn('video', both, 720, 'mp4')?.id).toBe('1080');
    expect(offerIn('video', both, 1080, 'mkv')?.id).toBe('1080');
  });

  test('a portrait film is judged by its short side', () => {
    const portrait = [
      film(0, { id: 'tall', widthPx: 1080, heightPx: 1920 }),
      film(0, { id: 'small', widthPx: 576, heightPx: 1024 }),
    ];
    expect(offerIn('video', portrait, 720)?.id).toBe('small');
    expect(offerIn('video', portrait, 1080)?.id).toBe('tall');
  });

  test('without heights there is nothing to choose by', () => {
    const unknown = [film(0, { id: 'a', heightPx: null }), film(0, { id: 'b', heightPx: null })];
    expect(ids(nearestTo(720, unknown))).toEqual(['a', 'b']);
    expect(nearestTo(720, [])).toEqual([]);
  });

  test('of a post without the kind that is wanted, it is what the post is about', () => {
    expect(anyOffer([formatOf({ id: 'thumb', kind: 'image' }), soundOf()])?.id).toBe('140');
  });
});

test('only a short film can be a GIF as a whole', () => {
  const gif = formatOf({ id: 'gif', kind: 'image', container: 'gif', delivery: 'transcode' });
  const original = formatOf({ id: 'photo', kind: 'image', container: 'gif' });
  const whole = (durationS: number | null) =>
    ids(wholeFormats(resolvedOf({ formats: [gif, original], durationS }).media));
  expect(whole(31)).toEqual(['photo']);
  expect(whole(30)).toEqual(['gif', 'photo']);
  expect(whole(null)).toEqual(['gif', 'photo']);
});

describe('the language that is heard', () => {
  const formats = [
    film(1080, { id: '137+140', language: 'en' }),
    film(1080, { id: '137+140-es', language: 'es-419' }),
    film(360, { id: '18' }),
    soundOf({ language: 'en' }),
    soundOf({ id: '140-es', language: 'es-419' }),
    formatOf({ id: 'fr.srt', kind: 'subtitles', language: 'fr' }),
  ];

  test('is one of those that sounds have, the original first', () => {
    expect(soundLanguages(formats)).toEqual(['en', 'es-419']);
    expect(soundLanguages(formats.toReversed())).toEqual(['es-419', 'en']);
  });

  test.each([
    [null, 'en'],
    ['es-419', 'es-419'],
    ['es', 'es-419'],
    ['es-ES', 'es-419'],
    ['de', 'en'],
  ])('wanted as %j is %j', (wanted, language) => {
    expect(pickLanguage(['en', 'es-419'], wanted)).toBe(language);
  });

  test('leaves out films and sounds in others, and nothing else', () => {
    expect(ids(inLanguage(formats, 'es-419'))).toEqual(['137+140-es', '18', '140-es', 'fr.srt']);
    expect(inLanguage(formats, null)).toHaveLength(formats.length);
    expect(pickLanguage([], 'en')).toBeNull();
  });
});
