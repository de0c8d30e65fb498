import { describe, expect, it } from 'vitest';
import { canHaveTrack, inTrackOrder, pickTrack } from '#/model/media/tracks.ts';
import { readFilm, SOUNDS } from '../fixtures/many-tracks.ts';

const tracksOf = (...sounds: Parameters<typeof readFilm>[0]['sounds'] & {}) =>
  readFilm({ heights: [360], sounds }).media.audioTracks.map(({ id, kind }) => `${id} ${kind}`);

describe('the tracks of a film', () => {
  it('the original first, then the languages of the site, then all others; none is left out', () => {
    const { audioTracks } = readFilm({ heights: [360] }).media;
    const ids = audioTracks.map(({ id }) => id);
    expect(ids).toHaveLength(SOUNDS.length);
    expect(ids.slice(0, 12)).toEqual('en en-descriptive fr id ja ko pt-BR ro ru vi ar bn'.split(' '));
    expect(ids.slice(12, 18)).toEqual('cs da de el es es-descriptive'.split(' '));
  });

  it('of one language, what is dubbed and what is described have names of their own', () => {
    expect(
      tracksOf(
        { language: 'es', preference: -1 },
        { language: 'en', preference: -1, itags: ['251'] },
        { language: 'en-desc', preference: -10 },
        { language: 'en', preference: 10, itags: ['140'] },
      ),
    ).toEqual(['en original', 'en-dubbed dubbed', 'en-descriptive descriptive', 'es dubbed']);
  });

  it('where nobody says which is the original, it is the best; a description never is', () => {
    expect(tracksOf({ language: 'de-desc', preference: -10 }, { language: 'fr' }, { language: 'de' })).toEqual([
      'de original',
      'fr dubbed',
      'de-descriptive descriptive',
    ]);
  });

  it('says which containers a track fits', () => {
    const { audioTracks, formats } = readFilm({
      heights: [360],
      sounds: [
        { language: 'en', preference: 10 },
        { language: 'es', itags: ['140'] },
      ],
    }).media;
    expect(audioTracks.map(({ containers }) => containers)).toEqual([['mp4', 'webm'], ['mp4']]);
    const spanish = audioTracks[1];
    expect(spanish && formats.filter((format) => canHaveTrack(format, spanish)).map(({ id }) => id)).toEqual([
      '70+140-en',
      '140-en',
      'mp3-320',
      'mp3-192',
      'mp3-128',
      'mp3-vbr',
      'flac',
      'wav',
    ]);
  });
});

describe('for a visitor', () => {
  const { audioTracks } = readFilm({ heights: [360] }).media;

  it('the own languages come right after the original', () => {
    expect(
      inTrackOrder(audioTracks, ['uk-UA', 'de', 'en'])
        .map(({ id }) => id)
        .slice(0, 4),
    ).toEqual(['en', 'uk', 'de', 'en-descriptive']);
  });

  it.each([
    [null, 'en'],
    ['ja', 'ja'],
    ['pt-PT', 'pt-BR'],
    ['es-descriptive', 'es-descriptive'],
    ['xx', 'en'],
  ])('wanted as %j is %j', (wanted, id) => {
    expect(pickTrack(audioTracks, wanted)?.id).toBe(id);
    expect(pickTrack([], wanted)).toBeNull();
  });
});
