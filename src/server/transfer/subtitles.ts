import type { SubtitleSyntax, UpstreamSyntax } from '#/server/engine/media/extraction.ts';
import type { SubtitleCue } from './mp4/text-samples.ts';
import { type Cue, within } from './subtitles/cue.ts';
import { readCues } from './subtitles/read-cues.ts';
import { webvttSettings, webvttText } from './subtitles/webvtt-text.ts';

export type SubtitleOptions = {
  /** A part of the media, in seconds, whose time begins anew. */
  clip?: { startS: number; endS: number } | null;
  /** It is for a player: WebVTT that is already there is written anew, with its cues alone. */
  isForPlaying?: boolean;
};

/**
 * Subtitles in the syntax that was asked for. Text that is in it already is only tidied: line ends, byte order mark. Throws
 * TransferError media_damaged, for XML and JSON that are none.
 */
export function convertSubtitles(
  text: string,
  from: UpstreamSyntax,
  to: SubtitleSyntax,
  { clip = null, isForPlaying = false }: SubtitleOptions = {},
): string {
  const tidy = tidied(text);
  if (from === to && !clip && !isForPlaying) return tidy.endsWith('\n') ? tidy : `${tidy}\n`;
  const all = readCues(tidy, from);
  const cues = clip ? within(all, clip) : all;
  if (to === 'txt') return writeText(cues);
  return to === 'srt' ? writeSrt(cues) : writeVtt(cues);
}

/** What subtitles say, as plain text without any marks; of what is none, nothing. Throws as convertSubtitles does. */
export function readSubtitleCues(text: string, from: UpstreamSyntax): SubtitleCue[] {
  const cues = readCues(tidied(text), from).map((cue) => ({ ...cue, text: cue.text.replace(STYLES, '') }));
  return shown(cues).map((cue) => ({ startS: cue.start / 1000, endS: cue.end / 1000, text: cue.text }));
}

/** Italics, bold and underline in both syntaxes; of SRT, places as its players know them (`{\an8}`). */
const STYLES = /<\/?[biu]>|\{\\[^{}]*\}/gi;

function tidied(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}

function shown(cues: Cue[]): Cue[] {
  return rolled(cues.map((cue) => ({ ...cue, text: plain(cue.text) })).filter(({ text }) => text !== ''));
}

/** A pause of so long begins a paragraph. */
const PARAGRAPH_MS = 4_000;

function writeText(cues: Cue[]): string {
  let end = 0;
  return shown(cues)
    .map((cue, index) => {
      const isParagraph = index > 0 && cue.start - end >= PARAGRAPH_MS;
      end = cue.end;
      return `${isParagraph ? '\n' : ''}${cue.text.replace(/<\/?[biu]>/g, '')}\n`;
    })
    .join('');
}

function writeSrt(cues: Cue[]): string {
  return shown(cues)
    .map(({ start, end, text }, index) => `${index + 1}\n${toTime(start, ',')} --> ${toTime(end, ',')}\n${text}\n`)
    .join('\n');
}

function writeVtt(cues: Cue[]): string {
  const ordered = cues.filter(({ start, end }) => end > start).toSorted((a, b) => a.start - b.start);
  const blocks = ordered.map((cue) => {
    const settings = webvttSettings(cue.settings, cue.text);
    const times = `${toTime(cue.start, '.')} --> ${toTime(cue.end, '.')}`;
    return `${times}${settings && ` ${settings}`}\n${webvttText(cue.text)}\n`;
  });
  return `WEBVTT\n\n${blocks.join('\n')}`;
}

/**
 * YouTube's automatic captions roll: each cue repeats the line before it, and flashes of some ten milliseconds stand between. SubRip
 * players show that as stutter, so repeated lines are left out and a cue ends where the next begins.
 */
function rolled(cues: Cue[]): Cue[] {
  const kept: Cue[] = [];
  let before = '';
  for (const cue of cues) {
    const lines = cue.text.split('\n');
    const fresh = lines[0] === before && kept.length > 0 ? lines.slice(1) : lines;
    before = lines.at(-1) ?? '';
    const previous = kept.at(-1);
    if (fresh.length === 0) {
      if (previous) previous.end = Math.max(previous.end, cue.end);
      continue;
    }
    if (previous && fresh.length < lines.length && previous.end > cue.start) previous.end = cue.start;
    kept.push({ ...cue, text: fresh.join('\n') });
  }
  return kept;
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  quot: '"',
  apos: "'",
  lrm: '',
  rlm: '',
};

/** A cue's text without WebVTT's classes, voices and inner times; italics, bold and underline are SubRip's too. */
function plain(text: string): string {
  return text
    .replace(/<(?!\/?[biu]>)[^<>]*>/g, '')
    .replace(
      /&(#\d{1,7}|#x[\da-f]{1,6}|\w{1,32});/gi,
      (entity, name: string) => ENTITIES[name] ?? (name.startsWith('#') ? decode(name, entity) : entity),
    )
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

function decode(name: string, entity: string): string {
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}

function toTime(ms: number, separator: ',' | '.'): string {
  const part = (value: number, width: number) => String(Math.floor(value)).padStart(width, '0');
  const clock = [part(ms / 3_600_000, 2), part((ms / 60_000) % 60, 2), part((ms / 1000) % 60, 2)].join(':');
  return `${clock}${separator}${part(ms % 1000, 3)}`;
}
