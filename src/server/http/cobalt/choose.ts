import { allowances } from '#app.config';
import type { AudioTrack, Format, Media } from '#/model/media/media.ts';
import { chooseFilm, chooseTrack, isSameLanguage } from './choose-film.ts';
import { chooseSound, type ChosenSound } from './choose-sound.ts';
import type { CobaltCode } from './errors.ts';
import type { CobaltRequest } from './request.ts';

/** One video, sound or picture of a post. */
type Entry = Pick<Media, 'formats' | 'audioTracks' | 'thumbnailId' | 'durationS'>;

/** What is to be given of an entry. */
export type ChosenFile = {
  entry: Entry;
  format: Format;
  as: 'film' | 'gif' | 'photo' | 'sound';
  /** What is heard; null: what the format has by itself. */
  track: AudioTrack | null;
  /** Its sound is to be left out; false where it has none. */
  isMuted: boolean;
  /** To be put into it. */
  subtitles: Format | null;
};

type Choice =
  | { kind: 'file'; file: ChosenFile }
  /** `sound`: of the post as a whole. */
  | { kind: 'picker'; files: ChosenFile[]; sound: ChosenFile | null }
  | { kind: 'refused'; code: CobaltCode };

/** Chooses what a request is answered with. A link that points at one entry of a post gives that entry. */
export function chooseAnswer(media: Media, wish: CobaltRequest): Choice {
  if (media.kind === 'playlist') return refused('link.unsupported');
  const all: Entry[] = media.items.length > 0 ? media.items : [media];
  const named = all[(media.hints.itemIndex ?? 0) - 1];
  const entries = named ? [named] : all;
  if (entries.some(({ durationS }) => (durationS ?? 0) > allowances.fileHours * 3600))
    return refused('content.too_long');
  if (wish.downloadMode === 'audio') return chooseSoundOf(named ? entries : [media, ...entries], wish);
  const files = entries.flatMap((entry) => chooseFile(media, entry, wish) ?? []);
  const [first, second] = files;
  if (!first) return refused('fetch.empty');
  if (!second) return { kind: 'file', file: first };
  return { kind: 'picker', files, sound: chooseSoundFile(media, wish) };
}

function refused(code: CobaltCode): Choice {
  return { kind: 'refused', code };
}

function chooseSoundFile(entry: Entry, wish: CobaltRequest): ChosenFile | null {
  const track = chooseTrack(entry.audioTracks, wish.youtubeDubLang);
  const chosen = chooseSound(entry.formats, track, wish);
  return typeof chosen === 'string' ? null : soundFile(entry, track, chosen);
}

function soundFile(entry: Entry, track: AudioTrack | null, format: Format): ChosenFile {
  return { entry, format, as: 'sound', track, isMuted: false, subtitles: null };
}

/** Of a post the sound that it has as a whole, else that of the first entry that has any. */
function chooseSoundOf(entries: readonly Entry[], wish: CobaltRequest): Choice {
  for (const entry of entries) {
    const track = chooseTrack(entry.audioTracks, wish.youtubeDubLang);
    const chosen = chooseSound(entry.formats, track, wish);
    // A client that converts by itself needs the sound as it is.
    const sound =
      chosen === 'unsupported' && wish.localProcessing !== 'disabled' ? chooseBest(entry, track, wish) : chosen;
    if (sound === 'unsupported') return refused('service.audio_not_supported');
    if (sound !== 'none') return { kind: 'file', file: soundFile(entry, track, sound) };
  }
  return refused('fetch.empty');
}

function chooseBest({ formats }: Entry, track: AudioTrack | null, wish: CobaltRequest): ChosenSound {
  return chooseSound(formats, track, { ...wish, audioFormat: 'best' });
}

function chooseFile({ platform }: Media, entry: Entry, wish: CobaltRequest): ChosenFile | undefined {
  const { formats } = entry;
  const plain = { entry, track: null, isMuted: false, subtitles: null };
  const wanted = chooseTrack(entry.audioTracks, wish.youtubeDubLang);
  const dubbed = wanted && chooseFilm(formats, platform, wanted, wish);
  const track = dubbed ? wanted : null;
  const film = dubbed ?? chooseFilm(formats, platform, null, wish);
  if (!film) {
    const photo = formats.find(({ kind, recommended }) => kind === 'image' && recommended);
    return photo && { ...plain, format: photo, as: 'photo' };
  }
  const gif = formats.find(({ kind, container }) => kind === 'image' && container === 'gif');
  if (platform === 'twitter' && gif && wish.convertGif && isAnimation(formats))
    return { ...plain, format: gif, as: 'gif' };
  const isMuted = wish.downloadMode === 'mute' && film.kind === 'video+audio';
  return { entry, format: film, as: 'film', track, isMuted, subtitles: subtitlesFor(film, formats, wish) };
}

/** A moving picture that never had sound: what the platform shows as a GIF. */
export function isAnimation(formats: readonly Format[]): boolean {
  return formats.some(({ kind }) => kind === 'video') && !formats.some(({ audioCodec }) => audioCodec !== null);
}

/** Text can be put into MP4 films that are not made anew by a codec. Written by people before by machines. */
function subtitlesFor(
  film: Format,
  formats: readonly Format[],
  { subtitleLang: wanted }: CobaltRequest,
): Format | null {
  if (wanted === null || film.container !== 'mp4' || film.delivery === 'transcode') return null;
  const texts = formats.filter(
    ({ kind, container, language }) => kind === 'subtitles' && container === 'vtt' && isSameLanguage(language, wanted),
  );
  return texts.find(({ automatic }) => !automatic) ?? texts[0] ?? null;
}
