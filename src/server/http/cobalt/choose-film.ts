import type { AudioTrack, Format } from '#/model/media/media.ts';
import type { Platform } from '#/model/platform.ts';
import { canHaveTrack } from '#/model/media/tracks.ts';
import { bestWithin } from './quality.ts';
import type { CobaltRequest } from './request.ts';

type FilmWish = Pick<CobaltRequest, 'videoQuality' | 'youtubeVideoCodec' | 'youtubeVideoContainer' | 'allowH265'>;

/**
 * The film that fits best, by what matters most: language, codec, container, quality. What none has is not asked for. Where nothing
 * has sound (an animation), a picture alone. `track`: what is to be heard; null: what films are listed with. undefined: there is no film.
 */
export function chooseFilm(
  formats: readonly Format[],
  platform: Platform,
  track: AudioTrack | null,
  wish: FilmWish,
): Format | undefined {
  const films = formats.filter(({ kind }) => kind === 'video+audio');
  const pictures = formats.filter(({ kind }) => kind === 'video');
  const heard = track ? films.filter((film) => canHaveTrack(film, track)) : films;
  const spoken = films.length > 0 ? heard : pictures;
  const coded = platform === 'youtube' ? asOnYoutube(spoken, wish) : spoken;
  const plain = wish.allowH265 || platform === 'youtube' ? coded : those(coded, (one) => one.videoCodec !== 'h265');
  return bestWithin(plain, wish.videoQuality);
}

/** The track in the language asked for; null: the one that formats are listed with, as it is that or there is none. */
export function chooseTrack([first, ...others]: readonly AudioTrack[], wanted: string | null): AudioTrack | null {
  if (!first || wanted === null || isSameLanguage(first.language, wanted)) return null;
  return others.find(({ kind, language }) => kind !== 'descriptive' && isSameLanguage(language, wanted)) ?? null;
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
