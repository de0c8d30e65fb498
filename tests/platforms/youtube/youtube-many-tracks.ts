/** A film as the most watched channels have them: sound in thirty-three languages, of two of them described as well, twenty heights, and subtitles in all of them. */

export const MANY_TRACKS = 'ManySounds1';

export type Track = { displayName: string; id: string; audioIsDefault: boolean };

const ORIGINAL = 'en';
const DUBBED = 'ar bn cs da de el es fi fil fr he hi hu id it ja ko ms nl no pl pt ro ru sk sv sw ta th tr uk vi'.split(
  ' ',
);
const DESCRIBED = ['en', 'es'];
/** What YouTube translates into beside the languages of the sound. */
const TRANSLATED =
  'ab aa af ak sq am hy as ay az ba eu be bho bs br bg my ca ceb zh-Hans zh-Hant co hr dv dz eo et ee fo fj fy gaa gl lg ka gn gu ht ha haw hmn is ig ga iu jv kl kn kk kha km rw ky lo la lv ln lt lua luo lb mk mg ml mt gv mi mr mn mfe ne new nso ny oc or om os pam ps fa pt-PT pa qu rn sm sg sa gd sr crs sn sd si sl so st su ss tg tt te ti to ts tn tum tk ur ug uz ve war cy wo xh yi yo zu'.split(
    ' ',
  );

const nameOf = (language: string) => new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;

/** In YouTube's order, which is no order that anybody looks for. */
export const TRACKS: readonly Track[] = [
  ...DUBBED.map((language) => ({ displayName: nameOf(language), id: `${language}.3`, audioIsDefault: false })),
  ...DESCRIBED.map((language) => ({
    displayName: `${nameOf(language)} descriptive`,
    id: `${language}.2`,
    audioIsDefault: false,
  })),
  { displayName: `${nameOf(ORIGINAL)} original`, id: `${ORIGINAL}.4`, audioIsDefault: true },
];

/** Heights of its pictures, by numbers that YouTube has none of. */
export const HEIGHTS: ReadonlyMap<number, number> = new Map(
  [144, 180, 240, 270, 288, 360, 404, 432, 480, 540, 576, 640, 720, 810, 864, 900, 1080, 1440, 2160, 4320].map(
    (height, place) => [700 + place, height],
  ),
);

/** Sounds that are told apart by their pitch: of the others nobody listens. */
export const SOUND_FILES: Readonly<Record<string, string>> = {
  '140.ja.3': 'a_aac_ja.m4a',
  '251.ja.3': 'a_opus_ja.webm',
  '140.en.2': 'a_aac_es.m4a',
};

/** Subtitles that people wrote, in every language of the sound, and those that YouTube makes of what is heard. */
export function manyCaptions(id: string) {
  const track = (language: string, kind: '' | 'asr') => ({
    baseUrl: `https://www.youtube.com/api/timedtext?v=${id}&caps=asr${kind && `&kind=${kind}`}&lang=${language}`,
    name: { simpleText: nameOf(language) },
    vssId: `${kind ? 'a.' : '.'}${language}`,
    languageCode: language,
    isTranslatable: true,
    ...(kind && { kind }),
  });
  const all = [...DUBBED, ORIGINAL];
  return {
    playerCaptionsTracklistRenderer: {
      captionTracks: [...all.map((language) => track(language, '')), track(ORIGINAL, 'asr')],
      translationLanguages: [...all, ...TRANSLATED].map((languageCode) => ({
        languageCode,
        languageName: { simpleText: nameOf(languageCode) },
      })),
    },
  };
}
