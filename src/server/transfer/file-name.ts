import { app } from '#app.config';
import type { Format, Media } from '#/model/media.ts';

/** Bytes of a whole name in UTF-8: file systems stop at 255, and what saves it may add a counter. */
const MAX_BYTES = 180;
const AUTHOR_BYTES = 50;
/** Names Windows keeps for devices, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Illegal on Windows, or invisible, or turning the direction of text (and so disguising an extension). */
const UNSAFE = /[<>:"/\\|?*]|\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}|\p{Zl}|\p{Zp}/gu;
/** Joins the parts of emoji and of some scripts' letters: invisible, and needed. */
const JOINER = '\u200d';

/** A readable name for a format's file, in any script, legal on Windows, macOS and Linux: `Author - Title (720p).mp4`. */
export function fileName(media: Media, format: Format): string {
  const item = media.items.find(({ formats }) => formats.some(({ id }) => id === format.id));
  const author = clean(media.author?.name ?? '', AUTHOR_BYTES);
  const label = labelOf(format);
  const position = item ? ` ${item.index}` : '';
  const tail = `${position}${label ? ` (${label})` : ''}.${format.container}`;
  const head = author ? `${author} - ` : '';
  const room = MAX_BYTES - Buffer.byteLength(head) - Buffer.byteLength(tail);
  const title = clean(media.title, room) || clean(`${app.name} ${media.platform} ${media.id}`, room);
  const name = `${head}${title}${tail}`;
  return RESERVED.test(name) ? `_${name}` : name;
}

function labelOf({ kind, widthPx, heightPx, language, automatic, audioBitrateKbps }: Format): string {
  if (kind === 'subtitles') return [language, automatic ? 'auto' : null].filter(Boolean).join(' ');
  if (kind === 'audio')
    return [language, audioBitrateKbps ? `${Math.round(audioBitrateKbps)}k` : null].filter(Boolean).join(' ');
  if (kind === 'image' || !heightPx) return '';
  // A portrait video is called by its short side, as players do.
  return `${Math.min(heightPx, widthPx ?? heightPx)}p`;
}

function clean(text: string, maxBytes: number): string {
  const safe = text
    .normalize('NFC')
    .replace(UNSAFE, (character) => (character === JOINER ? character : ' '))
    .replace(/\s+/g, ' ');
  let bytes = 0;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(safe)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) break;
    kept += segment;
  }
  return kept.replace(/^[\s.]+|[\s.]+$/g, '');
}

/** A Content-Disposition header: a plain name for old clients, the real one beside it (RFC 6266, RFC 8187). */
export function contentDisposition(name: string, inline: boolean): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^\x20-\x7e]+/g, '_')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
