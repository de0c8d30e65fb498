import type { Format } from '#/model/media.ts';
import type { Platform } from '#/model/platform.ts';
import { bestWithin } from './quality.ts';
import type { CobaltRequest } from './request.ts';

type FilmWish = Pick<
  CobaltRequest,
  'videoQuality' | 'youtubeVideoCodec' | 'youtubeVideoContainer' | 'youtubeDubLang' | 'allowH265'
>;

/**
 * The film that fits best, by what matters most: language, codec, container, quality. What none has is not asked for. Where nothing
 * has sound (an animation), a picture alone. undefined: there is no film.
 */
export function chooseFilm(formats: readonly Format[], platform: Platform, wish: FilmWish): Format | undefined {
  const films = formats.filter(({ kind }) => kind === 'video+audio');
  const pictures = formats.filter(({ kind }) => kind === 'video');
  const spoken = inLanguage(films.length > 0 ? films : pictures, formats, wish.youtubeDubLang);
  const coded = platform === 'youtube' ? asOnYoutube(spoken, wish) : spoken;
  const plain = wish.allowH265 || platform === 'youtube' ? coded : those(coded, (one) => one.videoCodec !== 'h265');
  return bestWithin(plain, wish.videoQuality);
}

/** The codec counts more than the container; whoever wants one that is not there gets H.264. mkv is not made here. */
function asOnYoutube(
  films: readonly Format[],
  { youtubeVideoCodec, youtubeVideoContainer }: FilmWish,
): readonly Format[] {
  const hasCodec = (codec: string) => films.some(({ videoCodec }) => videoCodec === codec);
  const codec = hasCodec(youtubeVideoCodec) ? youtubeVideoCodec : 'h264';
  const coded = those(films, ({ videoCodec }) => videoCodec === codec);
  return those(coded, ({ container }) => container === youtubeVideoContainer);
}

/** In the language asked for, else the original one: that of the first sound there is alone, or of what has but one. */
export function inLanguage(
  films: readonly Format[],
  formats: readonly Format[],
  wanted: string | null,
): readonly Format[] {
  const original = formats.find(({ kind }) => kind === 'audio')?.language ?? null;
  const asked = wanted === null ? [] : films.filter(({ language }) => isSameLanguage(language, wanted));
  return asked.length > 0 ? asked : those(films, ({ language }) => language === null || language === original);
}

/** `pt` asks for `pt-BR` as well; `pt-BR` for itself only. */
export function isSameLanguage(language: string | null, wanted: string): boolean {
  const [own, asked] = [language?.toLowerCase() ?? '', wanted.toLowerCase()];
  return own === asked || own.startsWith(`${asked}-`);
}

/** Those of a list for which something is true; all, where it is true of none. */
function those<T>(list: readonly T[], isSo: (one: T) => boolean): readonly T[] {
  const some = list.filter(isSo);
  return some.length > 0 ? some : list;
}
