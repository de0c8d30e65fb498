/** Codecs as people and the labels of files name them. */
export const CODEC_NAMES: Record<string, string> = {
  h264: 'H.264',
  h265: 'H.265',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
  aac: 'AAC',
  opus: 'Opus',
  mp3: 'MP3',
  vorbis: 'Vorbis',
  flac: 'FLAC',
  pcm: 'WAV',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
};

export type MergedContainer = 'mp4' | 'webm';

/**
 * Pictures and sounds that are put together in a container without changing either. MP4 first, since it plays everywhere; WebM for what
 * players only know in it.
 */
export const MERGED_CODECS: Record<MergedContainer, { video: readonly string[]; audio: readonly string[] }> = {
  mp4: { video: ['h264', 'h265', 'av1', 'vp9'], audio: ['aac', 'mp3', 'ac3', 'eac3', 'opus', 'flac'] },
  webm: { video: ['vp9', 'vp8', 'av1'], audio: ['opus', 'vorbis'] },
};

/** What the best sound can be made into, where that needs a codec. */
export const CONVERSIONS = [
  { to: 'mp3-320', container: 'mp3', codec: 'mp3', kbps: 320 },
  { to: 'mp3-192', container: 'mp3', codec: 'mp3', kbps: 192 },
  { to: 'mp3-128', container: 'mp3', codec: 'mp3', kbps: 128 },
  { to: 'mp3-vbr', container: 'mp3', codec: 'mp3', kbps: null },
  { to: 'flac', container: 'flac', codec: 'flac', kbps: null },
  { to: 'wav', container: 'wav', codec: 'pcm', kbps: null },
] as const;

/** Each text as WebVTT, as SRT and as plain text. */
export const SUBTITLE_CONTAINERS = ['vtt', 'srt', 'txt'] as const;

/** Pictures as the platforms have them, and films of some seconds made into one. */
export const IMAGE_CONTAINERS = ['jpg', 'png', 'webp', 'gif'] as const;
