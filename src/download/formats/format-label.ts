import { formatBytes, isolated, languageName } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { CODEC_NAMES } from '#/model/media/codecs.ts';
import type { Format, TextTrack } from '#/model/media/media.ts';
import { pictureQuality } from '#/model/media/picture-quality.ts';
import { subtitlesQuery } from '../choices/embedded-subtitles.ts';
import { isMadeGif } from './offer.ts';
import { ONLY_SOUND, type Sound, soundQuery, spokenLanguage } from '../choices/sound.ts';
import type { Download } from '../transfers/transfer-state.ts';

/** `1080p60 HDR`, `128 kbps`, `English, automatic`, `720 × 1280`: what tells formats of one kind apart. */
export function qualityLabel(format: Format): string {
  const { kind, trackName } = format;
  // Films are listed with one sound, and subtitles bring their name.
  return trackName && kind === 'audio' ? `${plainLabel(format)} (${isolated(trackName)})` : plainLabel(format);
}

function plainLabel(format: Format): string {
  const { kind, fps, dynamicRange, language } = format;
  if (kind === 'subtitles') return textLabel(format);
  if (kind === 'audio') return language ? `${soundLabel(format)} · ${languageName(language)}` : soundLabel(format);
  if (kind === 'image') return imageLabel(format);
  const lines = pictureQuality(format);
  if (!lines) return m.download_original_quality();
  return [`${lines}p${fps && fps > 31 ? Math.round(fps) : ''}`, dynamicRange === 'HDR' ? 'HDR' : '']
    .filter(Boolean)
    .join(' ');
}

export function textLabel({
  language,
  trackName,
  automatic,
}: Pick<TextTrack, 'language' | 'trackName' | 'automatic'>): string {
  const name = languageName(language ?? 'und');
  const label = automatic ? m.download_automatic({ language: name }) : name;
  return trackName ? `${label} (${isolated(trackName)})` : label;
}

/** A sound that is written anew without losing anything of what there is. */
export function isLosslessCopy({ container, delivery }: Format): boolean {
  return delivery === 'transcode' && (container === 'flac' || container === 'wav');
}

function soundLabel(format: Format): string {
  const { delivery, audioBitrateKbps } = format;
  if (isLosslessCopy(format)) return m.download_quality_lossless();
  if (audioBitrateKbps) return `${Math.round(audioBitrateKbps)} kbps`;
  return delivery === 'transcode' ? m.download_quality_variable() : m.download_original_quality();
}

function imageLabel(format: Format): string {
  const { id, widthPx, heightPx } = format;
  if (/(?:^|\.)thumb$/.test(id)) return m.download_thumbnail();
  // A GIF is made smaller than the film whose measures it bears.
  if (isMadeGif(format)) return m.download_quality_animation();
  return widthPx && heightPx ? `${widthPx} × ${heightPx}` : m.download_original_quality();
}

export function sizeLabel({ size }: Format): string {
  if (!size) return m.download_size_unknown();
  return size.exact ? formatBytes(size.bytes) : m.download_size_about({ size: formatBytes(size.bytes) });
}

/** The same for where there is little room: `48.3 MB`, `≈48.3 MB`; null: nobody knows. */
export function shortSizeLabel({ size }: Pick<Format, 'size'>): string | null {
  if (!size) return null;
  return size.exact ? formatBytes(size.bytes) : `≈${formatBytes(size.bytes)}`;
}

/** How large several files are together, as short; null: nobody knows of one of them, or there are none. */
export function totalSizeLabel(formats: readonly Format[]): string | null {
  const sizes = formats.flatMap(({ size }) => size ?? []);
  if (sizes.length === 0 || sizes.length < formats.length) return null;
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0);
  return shortSizeLabel({ size: { bytes, exact: sizes.every(({ exact }) => exact) } });
}

/** `MP4 · 1080p · 48.3 MB`: a format in one breath, as its button says it. `language`: the one heard, where there are others. */
export function formatSummary(format: Format, language: string | null = null): string {
  const parts = [format.container.toUpperCase(), qualityLabel(format)];
  if (language && format.kind === 'video+audio') parts.push(languageName(language));
  if (format.size) parts.push(sizeLabel(format));
  return parts.join(' · ');
}

/** A format as it is, as a download, with the sound that is chosen; of a film that can hold them, with subtitles. */
export function wholeFile(format: Format, sound: Sound = ONLY_SOUND, subtitles: TextTrack | null = null): Download {
  const query = { ...soundQuery(format, sound), ...subtitlesQuery(format, subtitles) };
  return { formatId: format.id, summary: formatSummary(format, spokenLanguage(format, sound)), query };
}

export function codecLabel({ videoCodec, audioCodec }: Format): string {
  return [videoCodec, audioCodec]
    .filter((codec) => codec !== null)
    .map((codec) => CODEC_NAMES[codec] ?? codec)
    .join(' + ');
}
