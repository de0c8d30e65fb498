import type { Format, FormatKind, Size } from '#/model/media.ts';
import { audioKindOf, spokenLanguage } from './audio-tracks.ts';
import type { Source } from './extraction.ts';
import { codecName, languageTag } from './media-names.ts';
import { createOffer, type Offer } from './offer.ts';
import type { PlatformRules } from './platforms/rules.ts';
import type { ExtractorEntry, ExtractorFormat } from './worker/info.ts';

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
  const isOriginal = (format: ExtractorFormat) =>
    originalLanguage > 0 && format.language_preference === originalLanguage;
  const byId = new Map<string, { offer: Offer; format: ExtractorFormat; place: number }>();
  for (const [place, format] of direct.entries()) {
    const id = `${prefix}${rules.formatId?.(format) ?? format.format_id}`;
    const offer = readFormat(rules, format, id, entry.duration, silent);
    // Of several addresses of one file the extractor prefers the last.
    if (offer) byId.set(offer.format.id, { offer: withKind(offer, format, originalLanguage), format, place });
  }
  const offers = [...byId.values()]
    .sort(
      (a, b) =>
        KIND_ORDER[a.offer.format.kind] - KIND_ORDER[b.offer.format.kind] ||
        Number(isOriginal(b.format)) - Number(isOriginal(a.format)) ||
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
    const id = `${prefix}${rules.formatId?.(format) ?? format.format_id}`;
    const offer = readFormat(rules, { ...format, ext: 'mp4', filesize: undefined }, id, entry.duration, silent);
    return offer ? [withKind({ ...offer, source: { ...offer.source, playlist } }, format, originalInPieces)] : [];
  });
  return { offers, segmented: segmented.toSorted((a, b) => compareQuality(a.format, b.format)) };
}

/** What the extractor gives to sound in the original language; not above 0 where it does not know which that is. */
function bestPreference(formats: readonly ExtractorFormat[]): number {
  return formats.reduce((best, format) => Math.max(best, format.language_preference ?? -1), -1);
}

function withKind(offer: Offer, format: ExtractorFormat, originalLanguage: number): Offer {
  return offer.format.kind === 'audio' ? { ...offer, audioKind: audioKindOf(format, originalLanguage) } : offer;
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
      fps: hasVideo ? (format.fps ?? null) : null,
      dynamicRange: hasVideo && format.dynamic_range ? (format.dynamic_range === 'SDR' ? 'SDR' : 'HDR') : null,
      audioBitrateKbps: hasAudio && bitrate ? Math.round(bitrate) : null,
      language: languageTag(spokenLanguage(format.language)),
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

function readSize(format: ExtractorFormat, durationS: number | undefined): Size | null {
  if (format.filesize) return { bytes: Math.round(format.filesize), exact: true };
  const estimate =
    format.filesize_approx ?? (format.tbr && durationS ? (format.tbr * 1000 * durationS) / 8 : undefined);
  return estimate ? { bytes: Math.round(estimate), exact: false } : null;
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

const KIND_ORDER: Record<FormatKind, number> = { 'video+audio': 0, video: 1, audio: 2, subtitles: 3, image: 4 };

/** Kinds together, the best of each first; formats that are equally good stay as they are. */
export function inDisplayOrder(formats: readonly Format[]): Format[] {
  return formats.toSorted(
    (a, b) =>
      KIND_ORDER[a.kind] - KIND_ORDER[b.kind] ||
      (a.kind === 'video+audio'
        ? compareQuality(a, b)
        : Number(a.delivery === 'transcode') - Number(b.delivery === 'transcode')),
  );
}

/** Best first: by height, pictures per second, and what plays in more places. */
export function compareQuality(a: Format, b: Format): number {
  return (
    shortSide(b) - shortSide(a) ||
    (b.fps ?? 0) - (a.fps ?? 0) ||
    Number(a.compatibility === 'modern') - Number(b.compatibility === 'modern')
  );
}

/** What people call the quality: 720 for 1280 × 720 and for 720 × 1280. */
function shortSide({ widthPx, heightPx }: Format): number {
  return Math.min(widthPx ?? heightPx ?? 0, heightPx ?? widthPx ?? 0);
}

function count(value: number | undefined): number | null {
  return value && value > 0 ? Math.round(value) : null;
}
