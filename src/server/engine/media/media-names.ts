const CONTENT_TYPES: Record<string, string> = {
  mp4: 'video/mp4',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  vtt: 'text/vtt; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
};

/** Content type by container; WebM names what it holds. */
export function contentTypeOf(container: string, kind: string): string {
  if (container === 'webm') return kind === 'audio' ? 'audio/webm' : 'video/webm';
  return CONTENT_TYPES[container] ?? 'application/octet-stream';
}

/** Container of an image by its URL; photos without an extension are JPEG on all platforms. */
export function imageContainer(url: string): string {
  const extension =
    /\.(jpe?g|png|webp|gif)(?:$|[~!@:])/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ??
    new URL(url).searchParams.get('format') ??
    'jpg';
  return extension === 'jpeg' || !(extension in CONTENT_TYPES) ? 'jpg' : extension;
}

/** `avc1.64001f` → `h264`: the names people and files use; null for `none`. */
export function codecName(codec: string): string | null {
  if (codec === 'none' || codec === '') return null;
  const name = codec.toLowerCase();
  const known = CODECS.find(([prefix]) => name.startsWith(prefix));
  return known ? known[1] : (name.split('.')[0] ?? name);
}

const CODECS = [
  ['avc', 'h264'],
  ['h264', 'h264'],
  ['hvc1', 'h265'],
  ['hev1', 'h265'],
  ['h265', 'h265'],
  ['hevc', 'h265'],
  ['bytevc1', 'h265'],
  ['vp09', 'vp9'],
  ['vp9', 'vp9'],
  ['vp08', 'vp8'],
  ['av01', 'av1'],
  ['av1', 'av1'],
  ['mp4a.40.34', 'mp3'],
  ['mp4a', 'aac'],
  ['aac', 'aac'],
  ['opus', 'opus'],
  ['mp3', 'mp3'],
  ['ec-3', 'eac3'],
  ['ac-3', 'ac3'],
] as const;

/** `eng-US`, `en_US`, `en-orig` → BCP 47; null for nothing sensible and for "undetermined". */
export function languageTag(language: string | undefined): string | null {
  const text = (language ?? '').replaceAll('_', '-').replace(/-orig$/, '');
  if (!text || /^(?:und|zxx|mul)\b/.test(text)) return null;
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}
