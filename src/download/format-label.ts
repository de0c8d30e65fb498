import { formatBytes, languageName } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Format } from '#/model/media.ts';

/** `1080p60 HDR`, `128 kbps`, `English, automatic`, `720 × 1280`: what tells formats of one kind apart. */
export function qualityLabel(format: Format): string {
  const { kind, widthPx, heightPx, fps, dynamicRange, audioBitrateKbps, language, automatic, id } = format;
  if (kind === 'subtitles') {
    const name = languageName(language ?? 'und');
    return automatic ? m.download_automatic({ language: name }) : name;
  }
  if (kind === 'audio') {
    const rate = audioBitrateKbps ? `${Math.round(audioBitrateKbps)} kbps` : m.download_original_quality();
    return language ? `${rate} · ${languageName(language)}` : rate;
  }
  if (kind === 'image') {
    if (/(?:^|\.)thumb$/.test(id)) return m.download_thumbnail();
    return widthPx && heightPx ? `${widthPx} × ${heightPx}` : m.download_original_quality();
  }
  if (!heightPx) return m.download_original_quality();
  // A portrait video is called by its short side, as players do.
  const lines = Math.min(heightPx, widthPx ?? heightPx);
  return [`${lines}p${fps && fps > 31 ? Math.round(fps) : ''}`, dynamicRange === 'HDR' ? 'HDR' : '']
    .filter(Boolean)
    .join(' ');
}

export function sizeLabel({ size }: Format): string {
  if (!size) return m.download_size_unknown();
  return size.exact ? formatBytes(size.bytes) : m.download_size_about({ size: formatBytes(size.bytes) });
}

/** `MP4 · 1080p · 48.3 MB`: a format in one breath, as its button says it. */
export function formatSummary(format: Format): string {
  const parts = [format.container.toUpperCase(), qualityLabel(format)];
  if (format.size) parts.push(sizeLabel(format));
  return parts.join(' · ');
}

const CODEC_NAMES: Record<string, string> = {
  h264: 'H.264',
  h265: 'H.265',
  vp9: 'VP9',
  av1: 'AV1',
  aac: 'AAC',
  opus: 'Opus',
  mp3: 'MP3',
  vorbis: 'Vorbis',
};

export function codecLabel({ videoCodec, audioCodec }: Format): string {
  return [videoCodec, audioCodec]
    .filter((codec) => codec !== null)
    .map((codec) => CODEC_NAMES[codec] ?? codec)
    .join(' + ');
}
