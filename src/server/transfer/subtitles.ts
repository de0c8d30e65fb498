import type { SubtitleSyntax } from '#/server/engine/extraction.ts';
import type { SubtitleCue } from './mp4/text-samples.ts';

type Cue = { start: number; end: number; settings: string; text: string };

/** `00:01:02.345`, `01:02.345` or `00:01:02,345`, then the other end, then WebVTT's settings. */
const TIMING = /^((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})\s+-->\s+((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})(.*)$/;

/** Subtitles in the syntax that was asked for. Text that is in it already is only tidied: line ends, byte order mark. */
export function convertSubtitles(text: string, from: SubtitleSyntax, to: SubtitleSyntax): string {
  const tidy = tidied(text);
  if (from === to) return tidy.endsWith('\n') ? tidy : `${tidy}\n`;
  const cues = readCues(tidy);
  if (to === 'txt') return writeText(cues);
  return to === 'srt' ? writeSrt(cues) : writeVtt(cues);
}

/** What WebVTT or SRT says, as plain text without any marks; of what is neither, nothing. */
export function readSubtitles(text: string): SubtitleCue[] {
  const cues = readCues(tidied(text)).map((cue) => ({ ...cue, text: cue.text.replace(STYLES, '') }));
  return shown(cues).map((cue) => ({ startS: cue.start / 1000, endS: cue.end / 1000, text: cue.text }));
}

/** Italics, bold and underline in both syntaxes; of SRT, places as its players know them (`{\an8}`). */
const STYLES = /<\/?[biu]>|\{\\[^{}]*\}/gi;

function tidied(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}

function readCues(text: string): Cue[] {
  const cues: Cue[] = [];
  // A line of one blank is text: YouTube's rolling captions have it above their first line.
  for (const block of text.split(/\n{2,}/)) {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => TIMING.test(line));
    const [, start = '', end = '', settings = ''] = TIMING.exec(lines[at] ?? '') ?? [];
    const body = lines.slice(at + 1).filter((line) => line.trim() !== '');
    if (start && body.length > 0)
      cues.push({ start: toMs(start), end: toMs(end), settings: settings.trim(), text: body.join('\n') });
  }
  return cues;
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
  const blocks = cues.map(({ start, end, text }) => {
    // SubRip's font and position tags mean nothing in WebVTT, and would be shown.
    const body = text.replace(/<\/?font[^<>]*>|\{\\[^{}]*\}/gi, '').replace(/&(?!\w+;|#\d+;)/g, '&amp;');
    return `${toTime(start, '.')} --> ${toTime(end, '.')}\n${body}\n`;
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
      /&(#\d{1,7}|\w+);/g,
      (entity, name: string) => ENTITIES[name] ?? (name.startsWith('#') ? decode(name, entity) : entity),
    )
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

function decode(name: string, entity: string): string {
  const code = Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}

function toMs(time: string): number {
  const [seconds = '0', minutes = '0', hours = '0'] = time.replace(',', '.').split(':').toReversed();
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
}

function toTime(ms: number, separator: ',' | '.'): string {
  const part = (value: number, width: number) => String(Math.floor(value)).padStart(width, '0');
  const clock = [part(ms / 3_600_000, 2), part((ms / 60_000) % 60, 2), part((ms / 1000) % 60, 2)].join(':');
  return `${clock}${separator}${part(ms % 1000, 3)}`;
}
