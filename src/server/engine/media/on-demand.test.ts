import { describe, expect, it } from 'vitest';
import { listedIn, readFilm, SOUNDS } from '../fixtures/many-tracks.ts';
import { formatOfId, withOtherTrack } from './on-demand.ts';

const HEIGHTS = Array.from({ length: 20 }, (_, place) => 144 + place * 60);
const film = readFilm({ heights: HEIGHTS });
const { media, sourceFormats, sources } = film;

function asked(id: string, track: string) {
  const made = withOtherTrack(listedIn(film, id), track, sourceFormats);
  return made.ok
    ? { id: made.value.format.id, language: made.value.format.language, recipe: made.value.recipe }
    : made.failure.code;
}

describe('what is listed', () => {
  it('grows with the heights, and not with the sounds', () => {
    const listed = (sounds: typeof SOUNDS) => readFilm({ heights: HEIGHTS, sounds }).media.formats.length;
    expect(listed(SOUNDS)).toBe(listed(SOUNDS.slice(-2)));
    expect(media.formats.filter(({ kind }) => kind === 'video+audio')).toHaveLength(2 * HEIGHTS.length);
    expect(media.formats.every(({ language }) => language === null || language === 'en')).toBe(true);
  });

  it('of four hundred formats and two hundred subtitles, is a page; all of them are there', () => {
    const languages = Array.from(
      { length: 200 },
      (_, n) => `${String.fromCharCode(97 + (n % 26))}${String.fromCharCode(97 + Math.floor(n / 26))}`,
    );
    const heights = Array.from({ length: 165 }, (_, place) => 100 + place);
    const large = readFilm({ heights, subtitles: languages.slice(0, 40), automatic: languages });
    expect(large.media.formats.length).toBeLessThan(150);
    expect(large.media.textTracks).toHaveLength(240);
    const texts = large.media.formats.filter(({ kind }) => kind === 'subtitles');
    expect(texts.map(({ container }) => container).join(' ')).toBe(`vtt srt txt${' vtt'.repeat(11)}`);
    for (const { id } of large.media.textTracks)
      expect(formatOfId(`${id}.srt`, large.sourceFormats)?.format).toMatchObject({
        kind: 'subtitles',
        container: 'srt',
      });
    for (const place of heights.keys())
      expect(formatOfId(`7${place}+140-ja`, large.sourceFormats)?.format.heightPx).toBe(heights[place]);
  });

  it('of pictures that are the same to a visitor, is the best', () => {
    const twice = readFilm({ heights: [360, 360, 720] });
    expect(twice.media.formats.filter(({ kind }) => kind === 'video')).toHaveLength(4);
  });

  it('subtitles in the languages of the site come first, and those of machines after those of people', () => {
    const { textTracks, formats } = readFilm({
      heights: [360],
      subtitles: ['ar', 'zh-CN', 'ko', 'fr'],
      automatic: ['de-orig', 'de', 'en'],
    }).media;
    expect(textTracks.map(({ id }) => id)).toEqual([
      'sub-fr',
      'sub-ko',
      'sub-zh-CN',
      'sub-ar',
      'sub-en-auto',
      'sub-de-auto',
    ]);
    expect(formats.flatMap(({ id, container }) => (container === 'txt' ? id : []))).toEqual(
      textTracks.map(({ id }) => `${id}.txt`),
    );
  });
});

describe('a format that is not listed', () => {
  it.each([
    ['70+140-ja', { kind: 'merge', video: '70', audio: '140-ja' }, 'mp4', 'ja'],
    ['80+251-vi', { kind: 'merge', video: '80', audio: '251-vi' }, 'webm', 'vi'],
    ['140-ja', { kind: 'merge', video: null, audio: '140-ja' }, 'm4a', 'ja'],
    [
      'mp3-320+140-ja',
      { kind: 'convert', of: { kind: 'merge', video: null, audio: '140-ja' }, to: 'mp3-320' },
      'mp3',
      'ja',
    ],
    ['80+140-ja', { kind: 'merge', video: '80', audio: '140-ja' }, undefined, 'ja'],
  ])('%s is made by its id', (id, recipe, container, language) => {
    const made = formatOfId(id, sourceFormats);
    if (container === undefined) {
      expect(made?.recipe).toMatchObject({ kind: 'convert', to: 'mux' });
      return;
    }
    expect(made).toMatchObject({ format: { id, container, language }, recipe });
  });

  it.each([
    '',
    '+',
    '70+',
    '+140-ja',
    '70+140',
    '140-ja+70',
    '140-ja+140-fr',
    'mp3-999+140-ja',
    '70+140-ja+140-fr',
    'gif+140-ja',
  ])('%j is none', (id) => {
    expect(formatOfId(id, sourceFormats)).toBeUndefined();
  });

  it('takes sources that are there, and nothing else', () => {
    for (const id of sourceFormats.byId.keys()) expect(sources.has(id)).toBe(true);
  });

  it('is not made by a codec where there is none', () => {
    const plain = { ...sourceFormats, canConvert: false };
    expect(formatOfId('mp3-320+140-ja', plain)).toBeUndefined();
    expect(formatOfId('80+140-ja', plain)).toBeUndefined();
    expect(formatOfId('70+140-ja', plain)).toBeDefined();
  });
});

describe('another sound', () => {
  it('is that of the track, in what the format needs', () => {
    expect(asked('70+140-en', 'ja')).toEqual({
      id: '70+140-ja',
      language: 'ja',
      recipe: { kind: 'merge', video: '70', audio: '140-ja' },
    });
    expect(asked('80+251-en', 'es-descriptive')).toMatchObject({ id: '80+251-es-desc' });
    expect(asked('140-en', 'ja')).toMatchObject({ id: '140-ja' });
    expect(asked('251-en', 'ja')).toMatchObject({ id: '251-ja' });
    expect(asked('flac', 'ja')).toMatchObject({ id: 'flac+140-ja', language: 'ja' });
  });

  it('may be named by its format, as ids of earlier lists do', () => {
    expect(asked('70+140-en', '140-fr')).toMatchObject({ id: '70+140-fr' });
    expect(asked('140-en', '251-fr')).toMatchObject({ id: '251-fr' });
  });

  it('that is the own one changes nothing', () => {
    expect(asked('70+140-en', 'en')).toMatchObject({ id: '70+140-en' });
  });

  it.each([
    ['70+140-en', 'xx', 'format_gone'],
    ['70', 'ja', 'invalid_request'],
    ['thumb', 'ja', 'invalid_request'],
  ])('%s with %s is %s', (id, track, code) => {
    const small = readFilm({ heights: [360] });
    const thumb = { ...listedIn(small, '70'), format: { ...listedIn(small, '70').format, kind: 'image' as const } };
    const made = withOtherTrack(id === 'thumb' ? thumb : listedIn(small, id), track, small.sourceFormats);
    expect(made).toMatchObject({ failure: { code } });
  });

  it('of a track that exists in no such container, is put into a film by a codec, or not at all', () => {
    const some = readFilm({
      heights: [360],
      sounds: [
        { language: 'en', preference: 10 },
        { language: 'es', itags: ['140'] },
      ],
    });
    const webm = listedIn(some, '80+251-en');
    expect(withOtherTrack(webm, 'es', some.sourceFormats)).toMatchObject({
      value: { recipe: { kind: 'convert', to: 'mux' } },
    });
    expect(withOtherTrack(webm, 'es', { ...some.sourceFormats, canConvert: false })).toMatchObject({
      failure: { code: 'format_gone' },
    });
  });
});
