import { describe, expect, test } from 'vitest';
import type { AudioTrack, Format } from '#/model/media/media.ts';
import { formatOf, resolvedOf, soundOf } from '../fixtures/resolved.ts';
import { addressOf } from './link-query.ts';
import { anyOffer, h265Above, offerIn, wholeFormats, withEstimate } from './offer.ts';
import { nearestTo } from '../choices/quality.ts';
import { heardIn, soundOf as chosenSound, soundQuery } from '../choices/sound.ts';

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

  test('whoever wants sound is offered an MP3: the smallest that loses nothing, or the platform’s own', () => {
    const made = (kbps: number | null) =>
      soundOf({ id: `mp3-${kbps}`, container: 'mp3', delivery: 'transcode', audioBitrateKbps: kbps, size: null });
    const all = [soundOf({ audioBitrateKbps: 129.5 }), made(320), made(192), made(128), made(null)];
    expect(offerIn('audio', all)?.id).toBe('mp3-192');
    expect(offerIn('audio', [soundOf({ audioBitrateKbps: 64 }), ...all.slice(1)])?.id).toBe('mp3-128');
    expect(offerIn('audio', [soundOf({ audioBitrateKbps: 400 }), ...all.slice(1)])?.id).toBe('mp3-320');
    expect(offerIn('audio', [...all, soundOf({ id: 'music', container: 'mp3' })])?.id).toBe('music');
    expect(offerIn('audio', all, null, 'webm')?.id).toBe('mp3-192');
  });

  test('what is made without a known length is as large as its bitrate tells, about', () => {
    const mp3 = soundOf({ container: 'mp3', delivery: 'transcode', audioBitrateKbps: 192, size: null });
    expect(withEstimate(mp3, 187).size).toEqual({ bytes: 4_488_000, exact: false });
    expect(withEstimate(mp3, null).size).toBeNull();
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

describe('where a device plays H.265', () => {
  const plain = film(576);
  const h265 = (heightPx: number, own: Partial<Format> = {}) =>
    film(heightPx, { id: `h265-${heightPx}`, videoCodec: 'h265', compatibility: 'modern', ...own });

  test('the highest film in it comes before one that plays everywhere', () => {
    expect(h265Above(plain, [h265(720), plain, h265(1080)])?.id).toBe('h265-1080');
  });

  test.each([
    ['no higher', h265(576)],
    ['put together', h265(720, { delivery: 'merge' })],
    ['for other screens', h265(720, { dynamicRange: 'HDR' })],
    ['without sound', h265(720, { kind: 'video' })],
    ['in another codec', film(720, { videoCodec: 'vp9' })],
  ])('but not one that is %s', (_, other) => {
    expect(h265Above(plain, [plain, other])).toBeNull();
  });
});

test('MP3 is what sound is offered as: the platform’s own, else of 192 kbit/s, whatever container is preferred', () => {
  const mp3 = (id: string, own: Partial<Format> = {}) =>
    soundOf({ id, container: 'mp3', delivery: 'transcode', ...own });
  const made = [soundOf(), mp3('mp3-320', { audioBitrateKbps: 320 }), mp3('mp3-192', { audioBitrateKbps: 192 })];
  expect(offerIn('audio', made, null, 'webm')?.id).toBe('mp3-192');
  expect(offerIn('audio', [...made, mp3('own', { delivery: 'direct' })])?.id).toBe('own');
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

describe('the sound that is heard', () => {
  const merged = (own: Partial<Format>) => film(1080, { delivery: 'merge', language: 'en', ...own });
  const formats = [
    merged({ id: '137+140-en' }),
    merged({ id: '248+251-en', container: 'webm' }),
    film(360, { id: '18' }),
    soundOf({ id: '140-en', language: 'en', delivery: 'merge' }),
    soundOf({ id: 'mp3-320', language: 'en', container: 'mp3', delivery: 'transcode' }),
    formatOf({ id: 'fr.srt', kind: 'subtitles', language: 'fr' }),
  ];
  const track = (language: string, kind: AudioTrack['kind'], containers: string[]) => ({
    id: language,
    language,
    kind,
    containers,
  });
  const tracks = [
    track('en', 'original', ['mp4', 'webm']),
    track('fr', 'dubbed', ['mp4']),
    track('es-419', 'dubbed', ['mp4']),
  ];
  const heard = (wanted: string | null) => chosenSound(tracks, wanted, ['es']);

  test('is one of those that there are, the original first, then the own language', () => {
    expect(heard(null).tracks.map(({ id }) => id)).toEqual(['en', 'es-419', 'fr']);
    expect(chosenSound(tracks.slice(0, 1), 'en', [])).toEqual({ tracks: [], track: null });
    expect(chosenSound([], 'en', [])).toEqual({ tracks: [], track: null });
  });

  test.each([
    [null, null],
    ['en', null],
    ['de', null],
    ['es-419', 'es-419'],
    ['es', 'es-419'],
    ['es-ES', 'es-419'],
  ])('wanted as %j is %j', (wanted, id) => {
    expect(heard(wanted).track?.id ?? null).toBe(id);
  });

  test('leaves out what it does not fit, and is asked for by the links of all the rest', () => {
    const spanish = heard('es');
    const rest = heardIn(formats, spanish);
    expect(rest.map((format) => [format.id, format.language, format.size?.exact, soundQuery(format, spanish)])).toEqual(
      [
        ['137+140-en', 'es-419', false, { sound: 'es-419' }],
        ['140-en', 'es-419', false, { sound: 'es-419' }],
        ['mp3-320', 'es-419', false, { sound: 'es-419' }],
        ['fr.srt', 'fr', true, {}],
      ],
    );
    expect(heardIn(formats, heard(null))).toEqual(formats);
  });
});

describe('where a format is', () => {
  const answer = resolvedOf({
    formats: [
      film(1080, { id: '137+140-en' }),
      soundOf({ id: '140-en' }),
      formatOf({ id: 'sub-en.vtt', kind: 'subtitles', container: 'vtt' }),
      formatOf({ id: 'sub-en.srt', kind: 'subtitles', container: 'srt' }),
    ],
  });

  test.each([
    ['137+140-en', '137+140-en', {}],
    ['137+140-es', '137+140-en', { sound: '140-es' }],
    ['140-es', '140-en', { sound: '140-es' }],
    ['sub-fr.srt', 'sub-en.srt', { text: 'sub-fr' }],
  ])('%s, as an earlier list had it, is had by %s', (formatId, by, query) => {
    expect(addressOf(answer, formatId)).toEqual({ link: `/api/video/token-${by}`, query });
  });

  test.each(['136+140-en', '136', 'sub-fr.txt', '251-es', 'gone'])('%s is nowhere', (formatId) => {
    expect(addressOf(answer, formatId)).toBeUndefined();
  });
});
