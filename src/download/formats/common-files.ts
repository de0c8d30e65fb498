import { m } from '#/language/paraglide/messages.js';
import { type Format, type FormatKind, originalSound, type TextTrack } from '#/model/media/media.ts';
import { pictureQuality } from '#/model/media/picture-quality.ts';
import type { Mode } from '../form/mode.ts';
import { type Sound, spokenLanguage } from '../choices/sound.ts';
import type { Download } from '../transfers/transfer-state.ts';
import { formatSummary, qualityLabel, shortSizeLabel, textLabel, wholeFile } from './format-label.ts';
import type { LinkQuery } from './link-query.ts';
import { offerIn, withEstimate } from './offer.ts';

/** A file that many look for, as a picker lists it. */
export type CommonFile = {
  format: Format;
  download: Download;
  /** All of that but its size, in one breath: `MP4 · 1080p`. */
  title: string;
  /** What it is told apart by: `1080p`, `MP3`, `English`. */
  name: string;
  /** What else there is to say of it: `MP4`, `192 kbps`. */
  detail: string;
  /** Whether it is offered first. */
  isOffered: boolean;
  /** null: not known before it is made, or not worth saying. */
  size: string | null;
};

type What = {
  mode: Mode;
  formats: readonly Format[];
  /** Subtitles, as the visitor looks for them. */
  texts: readonly TextTrack[];
  /** What is offered first: it is in the list, whatever else is. */
  offer: Format;
  sound: Sound;
  /** Put into films that can hold them. */
  subtitles: TextTrack | null;
  /** Preferred where a quality comes in several. */
  container: string | null;
  durationS: number | null;
};

/** As many heights as a picker lists; the rest stands in the table of all formats. */
const MAX_HEIGHTS = 6;
/** Heights that people ask for by name: they come before odd ones. */
const NAMED_HEIGHTS: ReadonlySet<number | null> = new Set([2160, 1440, 1080, 720, 480, 360]);
const MAX_IMAGES = 3;

/**
 * What most visitors take of a post: its film in each height, its sound as MP3 and as it is, its subtitles. What is offered first is among
 * them, and whoever wants sound has that first, at each bitrate.
 */
export function commonFiles({
  mode,
  formats,
  texts,
  offer,
  sound,
  subtitles,
  container,
  durationS,
}: What): CommonFile[] {
  const films = filmsOf(mode, formats, container);
  const images = mode === 'images' ? formats.filter(({ kind }) => kind === 'image').slice(0, MAX_IMAGES) : [];
  const sounds = soundsOf(mode, formats);
  const chosen = mode === 'audio' ? [...sounds, ...films] : [...films, ...sounds, ...images];
  const files = withOffer(chosen, offer).map((format) => ({
    ...fileOf(format, sound, subtitles, durationS),
    isOffered: format === offer,
  }));
  const text = offer.kind === 'subtitles' ? null : textFile(texts, formats);
  return text ? [...files, text] : files;
}

/** A format as a picker lists it. */
export function fileOf(
  format: Format,
  sound: Sound,
  subtitles: TextTrack | null,
  durationS: number | null,
): CommonFile {
  const sized = withEstimate(format, durationS);
  const download = wholeFile(sized, sound, subtitles);
  const size = shortSizeLabel(sized);
  const title = formatSummary({ ...format, size: null }, spokenLanguage(format, sound));
  const container = format.container.toUpperCase();
  const isNamedByFile = format.kind === 'audio' || format.kind === 'image';
  const [name, detail] = isNamedByFile ? [container, qualityLabel(format)] : [qualityLabel(format), container];
  return { format, download, title, name, detail, isOffered: false, size };
}

/** The best of each height, the highest first. */
function filmsOf(mode: Mode, formats: readonly Format[], container: string | null): Format[] {
  const kinds: FormatKind[] = mode === 'muted' ? ['video', 'video+audio'] : ['video+audio', 'video'];
  const kind = kinds.find((one) => formats.some((format) => format.kind === one));
  const films = formats.filter((format) => format.kind === kind);
  const highestFirst = (a: number | null, b: number | null) => (b ?? 0) - (a ?? 0);
  const all = [...new Set(films.map(pictureQuality))].toSorted(highestFirst);
  const { named = [], odd = [] } = Object.groupBy(all, (height) => (NAMED_HEIGHTS.has(height) ? 'named' : 'odd'));
  const heights = [...named, ...odd].slice(0, MAX_HEIGHTS).toSorted(highestFirst);
  const as = kind === 'video' ? 'muted' : 'video';
  return heights.flatMap((height) => {
    const alike = films.filter((format) => pictureQuality(format) === height);
    return offerIn(as, alike, null, container) ?? [];
  });
}

/** An MP3, or all that say how good they are; and the sound as the platform has it. */
function soundsOf(mode: Mode, formats: readonly Format[]): Format[] {
  const all = mode === 'audio' ? formats.filter(isSteadyMp3) : [];
  const sounds = [...all, offerIn('audio', formats), originalSound(formats)];
  return [...new Set(sounds)].filter((format) => format !== null && format !== undefined);
}

function isSteadyMp3({ kind, container, audioBitrateKbps }: Format): boolean {
  return kind === 'audio' && container === 'mp3' && audioBitrateKbps !== null;
}

/** What is offered takes the place of what is as high, or stands first. */
function withOffer(formats: readonly Format[], offer: Format): Format[] {
  if (formats.includes(offer)) return [...formats];
  const height = pictureQuality(offer);
  const alike = formats.findIndex((format) => format.kind === offer.kind && pictureQuality(format) === height);
  return alike >= 0 && height !== null ? formats.with(alike, offer) : [offer, ...formats];
}

/** The subtitles a visitor is most likely to read, in the syntax that players know best. */
function textFile([track]: readonly TextTrack[], formats: readonly Format[]): CommonFile | null {
  const listed = formats.filter(({ kind, container }) => kind === 'subtitles' && container === 'srt');
  const format = listed.find(({ id }) => id === `${track?.id}.srt`) ?? listed[0];
  if (!track || !format) return null;
  const name = m.download_group_subtitles();
  const query: LinkQuery = format.id === `${track.id}.srt` ? {} : { text: track.id };
  const detail = textLabel(track);
  const title = `SRT · ${detail}`;
  return {
    format,
    download: { formatId: format.id, summary: title, query },
    title,
    name,
    detail,
    isOffered: false,
    size: null,
  };
}
