import type { Format, FormatKind, Size } from '#/model/media/media.ts';
import { audioKindOf } from './audio-tracks.ts';
import type { Source } from './extraction.ts';
import { codecName, languageTag } from './media-names.ts';
import { compareKinds, compareQuality, createOffer, type Offer } from './offer.ts';
import type { PlatformRules } from '../platforms/rules.ts';
import type { ExtractorEntry, ExtractorFormat } from '../worker/info.ts';

type Reading = {
  offers: Offer[];
  /** What exists in segments only (HLS, DASH), pictures and sounds apart or together. */
  segmented: Offer[];
};

/** The formats of one video or sound, those that exist upstream as one file apart from the others, best first within their kind. `silent`: a moving picture that is known to have no sound. */
export function readFormats(
  rules: PlatformRules,
  entry: ExtractorEntry,
  prefix: string,
  { silent = false } = {},
): Reading {
  const usable = entry.formats.filter((format) => format.has_drm !== true && (rules.keepFormat?.(format) ?? true));
  const direct = usable.filter(isOneFile);

  const originalLanguage = bestPreference(direct);
  /** The sound a film was made with first, what is said for those who do not see it last. */
  const rankOf = ({ language_preference: preference = -1 }: ExtractorFormat) =>
    originalLanguage > 0 && preference === originalLanguage ? 0 : preference < -1 ? 2 : 1;
  const tracks = tellTracksApart(rules, usable);
  const byId = new Map<string, { offer: Offer; format: ExtractorFormat; place: number }>();
  for (const [place, format] of direct.entries()) {
    const track = tracks(format);
    const offer = readFormat(rules, format, `${prefix}${track.id}`, entry.duration, silent, track.name);
    // Of several addresses of one file the extractor prefers the last.
    if (offer) byId.set(offer.format.id, { offer: withKind(rules, offer, format, originalLanguage), format, place });
  }
  const offers = [...byId.values()]
    .sort(
      (a, b) =>
        compareKinds(a.offer.format, b.offer.format) ||
        rankOf(a.format) - rankOf(b.format) ||
        compareQuality(a.offer.format, b.offer.format) ||
        (b.format.tbr ?? b.format.abr ?? 0) - (a.format.tbr ?? a.format.abr ?? 0) ||
        // The extractor's own order, worst first, knows more than it tells.
        b.place - a.place,
    )
    .map(({ offer }) => offer);
  const inPieces = usable.filter((format) => playlistOf(format) !== undefined);
  const originalInPieces = bestPreference(inPieces);
  const segmented = inPieces.flatMap((format) => {
    const playlist = playlistOf(format);
    if (!playlist) return [];
    const track = tracks(format);
    const whole = { ...format, ext: 'mp4', filesize: undefined };
    const offer = readFormat(rules, whole, `${prefix}${track.id}`, entry.duration, silent, track.name);
    return offer
      ? [withKind(rules, { ...offer, source: { ...offer.source, playlist } }, format, originalInPieces)]
      : [];
  });
  return { offers, segmented: segmented.toSorted((a, b) => compareQuality(a.format, b.format)) };
}

/** What the extractor gives to sound in the original language; not above 0 where it does not know which that is. */
function bestPreference(formats: readonly ExtractorFormat[]): number {
  return formats.reduce((best, format) => Math.max(best, format.language_preference ?? -1), -1);
}

function withKind(rules: PlatformRules, offer: Offer, format: ExtractorFormat, originalLanguage: number): Offer {
  if (offer.format.kind !== 'audio') return offer;
  return { ...offer, audioKind: audioKindOf(format, originalLanguage, rules.soundKind?.(format)) };
}

/**
 * Ids and names of formats by the sound they have: of a language there may be the original, a dubbed and a described track, which are
 * three different things. Names are told only where there is more than one.
 */
function tellTracksApart(
  rules: PlatformRules,
  formats: readonly ExtractorFormat[],
): (format: ExtractorFormat) => { id: string; name: string | undefined } {
  const idOf = (format: ExtractorFormat) => rules.formatId?.(format) ?? format.format_id;
  const kindOf = (format: ExtractorFormat) => rules.soundKind?.(format) ?? '';
  // A film that has its sound in it speaks the original, and does not say so.
  const heard = formats.filter((format) => format.vcodec === 'none' && format.language && kindOf(format) !== '');
  const isHeard = new Set(heard);
  const kindsById = Map.groupBy(heard, idOf);
  const kindsByLanguage = Map.groupBy(heard, ({ language }) => languageOf(language));
  const isOneOfSeveral = (group: readonly ExtractorFormat[] | undefined) => new Set(group?.map(kindOf)).size > 1;
  return (format) => {
    const [id, kind] = [idOf(format), kindOf(format)];
    const isShared = kind !== '' && kind !== 'original' && isOneOfSeveral(kindsById.get(id));
    const isNamed = isHeard.has(format) && isOneOfSeveral(kindsByLanguage.get(languageOf(format.language)));
    return { id: isShared ? `${id}-${kind}` : id, name: isNamed ? rules.soundName?.(format) : undefined };
  };
}

/** Without yt-dlp's mark of a track that describes what is seen. */
function languageOf(language: string | undefined): string | undefined {
  return language?.replace(/-desc$/, '');
}

function isOneFile(format: ExtractorFormat): boolean {
  return /^https?$/.test(format.protocol ?? 'https') && !/\.(?:m3u8|mpd)$/.test(new URL(format.url).pathname);
}

/** How a format in segments is found in its playlist; undefined: it is none, or of segments that are not MP4. */
function playlistOf({ protocol = '', format_id: representation, ext }: ExtractorFormat): Source['playlist'] {
  if (protocol.startsWith('m3u8')) return 'hls';
  return protocol === 'http_dash_segments' && ext !== 'webm' ? { dash: representation } : undefined;
}

function readFormat(
  rules: PlatformRules,
  format: ExtractorFormat,
  id: string,
  durationS: number | undefined,
  silent: boolean,
  trackName: string | undefined,
): Offer | undefined {
  const hasVideo = format.vcodec !== 'none';
  const hasAudio = format.acodec !== 'none' && !silent;
  const kind: FormatKind | undefined = hasVideo ? (hasAudio ? 'video+audio' : 'video') : hasAudio ? 'audio' : undefined;
  if (!kind) return undefined;
  const videoCodec = hasVideo ? codecName(format.vcodec ?? rules.muxedCodecs.video) : null;
  const audioCodec = hasAudio ? codecName(format.acodec ?? rules.muxedCodecs.audio) : null;
  const bitrate = hasVideo ? format.abr : (format.abr ?? format.tbr);
  return createOffer(
    {
      id,
      kind,
      container: format.ext,
      videoCodec,
      audioCodec,
      widthPx: hasVideo ? count(format.width) : null,
      heightPx: hasVideo ? count(format.height) : null,
      ...qualityOf(rules, format),
      fps: hasVideo ? (format.fps ?? null) : null,
      dynamicRange: hasVideo && format.dynamic_range ? (format.dynamic_range === 'SDR' ? 'SDR' : 'HDR') : null,
      audioBitrateKbps: hasAudio && bitrate ? Math.round(bitrate) : null,
      language: languageTag(languageOf(format.language)),
      ...(trackName && { trackName }),
      size: readSize(format, durationS),
      compatibility: compatibilityOf(format, videoCodec, audioCodec),
    },
    {
      url: format.url,
      headers: format.http_headers ?? {},
      cookies: format.cookies,
      availableAt: format.available_at ? performance.now() + format.available_at * 1000 - Date.now() : null,
      maxRangeBytes: format.downloader_options?.http_chunk_size ?? null,
      sizeBytes: count(format.filesize),
    },
  );
}

/** What the platform calls the quality, where the picture's measures would not say so. */
function qualityOf(rules: PlatformRules, format: ExtractorFormat): { quality?: number } {
  const { width, height } = format;
  const named = format.vcodec === 'none' ? undefined : rules.quality?.(format);
  const shortSidePx = width && height && Math.min(width, height);
  const isPlausible = named && shortSidePx && named > shortSidePx && named <= Math.max(width, height);
  return isPlausible ? { quality: named } : {};
}

function readSize(format: ExtractorFormat, durationS: number | undefined): Size | null {
  if (format.filesize) return { bytes: Math.round(format.filesize), exact: true };
  const estimate =
    format.filesize_approx || (format.tbr && durationS ? (format.tbr * 1000 * durationS) / 8 : undefined);
  return estimate && estimate <= Number.MAX_SAFE_INTEGER ? { bytes: Math.round(estimate), exact: false } : null;
}

function compatibilityOf(
  format: ExtractorFormat,
  videoCodec: string | null,
  audioCodec: string | null,
): Format['compatibility'] {
  const isPlainVideo =
    videoCodec === null || (videoCodec === 'h264' && Math.min(format.width ?? 0, format.height ?? 0) <= 1080);
  const isPlainAudio = audioCodec === null || audioCodec === 'aac' || audioCodec === 'mp3';
  const isPlainFile = ['mp4', 'm4a', 'mp3'].includes(format.ext);
  return isPlainVideo && isPlainAudio && isPlainFile && (format.dynamic_range ?? 'SDR') === 'SDR'
    ? 'everywhere'
    : 'modern';
}

function count(value: number | undefined): number | null {
  return value && value > 0 ? Math.round(value) : null;
}
