import * as v from 'valibot';
import { app } from '#app.config';
import { type Format, itemOf, type Media } from '#/model/media/media.ts';
import { pictureQuality } from '#/model/media/picture-quality.ts';

/** How files are called: `Author - Title (720p).mp4`, `Title (720p).mp4`, `Title [id] (720p).mp4`, `title-720p.mp4`. */
export const NameStyle = v.picklist(['author-title', 'title', 'title-id', 'plain']);
export type NameStyle = v.InferOutput<typeof NameStyle>;

type NameOptions = {
  style: NameStyle;
  /** Of a clip: the part it is, in seconds. */
  cut: { startS: number; endS: number } | null;
};

/** Bytes of a whole name in UTF-8: file systems stop at 255, and what saves it may add a counter. */
const MAX_BYTES = 180;
const AUTHOR_BYTES = 50;
const TRACK_BYTES = 50;
/** Names Windows keeps for devices, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Illegal on Windows, or invisible, or turning the direction of text (and so disguising an extension). */
const UNSAFE = /[<>:"/\\|?*]|\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}|\p{Zl}|\p{Zp}/gu;
/** Joins the parts of emoji and of some scripts' letters: invisible, and needed. */
const JOINER = '\u200d';

const AS_SAVED: NameOptions = { style: 'author-title', cut: null };

/** A readable name for a format's file, in any script, legal on Windows, macOS and Linux. */
export function fileName(media: Media, format: Format, { style, cut }: NameOptions = AS_SAVED): string {
  const item = itemOf(media, format);
  const label = [labelOf(format, isOtherTrack(media, format)), cut && `${clock(cut.startS)}-${clock(cut.endS)}`]
    .filter(Boolean)
    .join(' ');
  return assemble(media, style, item ? String(item.index) : '', label, format.container);
}

/** A name for many files of a post in one archive. */
export function archiveName(media: Media, style: NameStyle): string {
  return assemble(media, style, '', '', 'zip');
}

/** A name that somebody chose, as a file can have it. */
export function safeName(title: string, extension: string): string {
  const name = nameText(title, MAX_BYTES - Buffer.byteLength(`.${extension}`)) || app.name;
  return withoutDevices(`${name}.${extension}`);
}

function assemble(media: Media, style: NameStyle, position: string, label: string, extension: string): string {
  const name =
    style === 'plain' ? plainName(media, position, label) : fullName(media, style, position, label, extension);
  return withoutDevices(`${name}.${extension}`);
}

function withoutDevices(whole: string): string {
  return RESERVED.test(whole) ? `_${whole}` : whole;
}

function fullName(media: Media, style: NameStyle, position: string, label: string, extension: string): string {
  const author = style === 'author-title' ? nameText(media.author?.name ?? '', AUTHOR_BYTES) : '';
  const id = style === 'title-id' ? ` [${nameText(media.id, AUTHOR_BYTES)}]` : '';
  const head = author ? `${author} - ` : '';
  const tail = `${position && ` ${position}`}${id}${label && ` (${label})`}`;
  const room = MAX_BYTES - Buffer.byteLength(head) - Buffer.byteLength(tail) - Buffer.byteLength(`.${extension}`);
  const title = nameText(media.title, room) || nameText(`${app.name} ${media.platform} ${media.id}`, room);
  return `${head}${title}${tail}`;
}

const PLAIN_TITLE_LENGTH = 80;

/** ASCII and hyphens only, for what cannot stand anything else. A title in another script leaves the platform's id. */
function plainName(media: Media, position: string, label: string): string {
  const slug = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/\p{Mn}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '');
  const title = slug(media.title).slice(0, PLAIN_TITLE_LENGTH).replace(/-+$/, '');
  return [title || slug(`${media.platform} ${media.id}`) || slug(app.name), position, slug(label)]
    .filter(Boolean)
    .join('-');
}

/** Whether a film has another sound than it does by itself. */
function isOtherTrack({ audioTracks: [first, second] }: Media, { kind, language, trackName }: Format): boolean {
  const isFirst = language === first?.language && trackName === first?.trackName;
  return kind === 'video+audio' && second !== undefined && language !== null && !isFirst;
}

function labelOf(format: Format, isOther: boolean): string {
  const { kind, language, automatic, audioBitrateKbps } = format;
  const trackName = nameText(format.trackName ?? '', TRACK_BYTES);
  if (kind === 'subtitles') return [language, trackName, automatic ? 'auto' : null].filter(Boolean).join(' ');
  if (kind === 'audio')
    return [language, trackName, audioBitrateKbps ? `${Math.round(audioBitrateKbps)}k` : null]
      .filter(Boolean)
      .join(' ');
  const lines = pictureQuality(format);
  if (kind === 'image' || !lines) return '';
  return isOther ? [`${lines}p`, language, trackName].filter(Boolean).join(' ') : `${lines}p`;
}

/** `1.05` for a minute and five seconds: a colon is no character of a file's name. */
function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}.${two(minutes)}.${two(rest)}` : `${minutes}.${two(rest)}`;
}

/** What of a text can stand in a file name, within so many bytes of UTF-8; empty where nothing can. */
export function nameText(text: string, maxBytes: number): string {
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
