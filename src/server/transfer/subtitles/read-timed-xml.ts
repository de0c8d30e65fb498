import { parseXml } from '../segments/xml.ts';
import { damaged } from '../transfer-error.ts';
import { type Cue, MAX_CUES } from './cue.ts';
import { escapeText } from './webvtt-text.ts';

type Attributes = ReadonlyMap<string, string>;
type Times = { start: number; end: number };

/** Timed text (W3C TTML 1): paragraphs with their times, whose white space means nothing. Throws TransferError media_damaged. */
export function readTtml(document: string): Cue[] {
  let rates: Rates = { frames: 30, ticks: 1 };
  return readParagraphs(document, {
    onRoot: (attributes) => {
      rates = ratesOf(attributes);
    },
    timesOf: (attributes) => ttmlTimes(attributes, rates),
    textOf: (text) => text.replace(/\s+/g, ' '),
  });
}

/** YouTube's third format of timed text: paragraphs with `t` and `d` in milliseconds. Throws TransferError media_damaged. */
export function readSrv3(document: string): Cue[] {
  return readParagraphs(document, {
    onRoot: () => {},
    timesOf(attributes) {
      const [start, duration] = ['t', 'd'].map((name) => Number(attributes.get(name)));
      return start === undefined || duration === undefined ? null : { start, end: start + duration };
    },
    textOf: (text) => text,
  });
}

type Syntax = {
  onRoot: (attributes: Attributes) => void;
  /** null: its paragraph is not shown by itself. */
  timesOf: (attributes: Attributes) => Times | null;
  textOf: (text: string) => string;
};

function readParagraphs(document: string, { onRoot, timesOf, textOf }: Syntax): Cue[] {
  const cues: Cue[] = [];
  let current: (Times & { text: string }) | null = null;
  let isRoot = true;
  parseXml(document, {
    open(name, attributes) {
      if (isRoot) onRoot(attributes);
      isRoot = false;
      if (name === 'br' && current) current.text += '\n';
      const times = name === 'p' ? timesOf(attributes) : null;
      if (times) current = { ...times, text: '' };
    },
    close(name) {
      if (name !== 'p' || !current) return;
      const { start, end, text } = current;
      current = null;
      const lines = text.split('\n').flatMap((line) => line.trim() || []);
      // Not a number is no time either.
      if (!(end > start && start >= 0) || lines.length === 0) return;
      if (cues.push({ start, end, settings: '', text: escapeText(lines.join('\n')) }) > MAX_CUES)
        throw damaged('too many cues');
    },
    addText(text) {
      if (current) current.text += textOf(text);
    },
  });
  return cues;
}

type Rates = { frames: number; ticks: number };

function ratesOf(attributes: Attributes): Rates {
  const told = (name: string) => {
    const [, value] = [...attributes].find(([key]) => key.endsWith(name)) ?? [];
    return Number(value) > 0 ? Number(value) : null;
  };
  const frames = told('frameRate') ?? 30;
  return { frames, ticks: told('tickRate') ?? (told('frameRate') === null ? 1 : frames) };
}

function ttmlTimes(attributes: Attributes, rates: Rates): Times | null {
  const [start, end, duration] = ['begin', 'end', 'dur'].map((name) => ttmlMs(attributes.get(name), rates));
  if (start === undefined || Number.isNaN(start)) return null;
  return { start, end: end === undefined || Number.isNaN(end) ? start + (duration ?? Number.NaN) : end };
}

const CLOCK = /^(\d{2,4}):(\d{2}):(\d{2}(?:\.\d{1,9})?)(?::(\d{1,3})(?:\.\d+)?)?$/;
const OFFSET = /^(\d{1,9}(?:\.\d{1,9})?)(h|ms|m|s|f|t)$/;

/** A time expression (TTML 1, section 10.3.1) in milliseconds; NaN: it is none. */
function ttmlMs(text: string | undefined, { frames, ticks }: Rates): number {
  const [, hours, minutes, seconds, frame = '0'] = CLOCK.exec(text ?? '') ?? [];
  if (hours !== undefined) {
    const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return Math.round((whole + Number(frame) / frames) * 1000);
  }
  const [, amount, unit = ''] = OFFSET.exec(text ?? '') ?? [];
  const unitMs: Record<string, number> = {
    h: 3_600_000,
    m: 60_000,
    s: 1000,
    ms: 1,
    f: 1000 / frames,
    t: 1000 / ticks,
  };
  return Math.round(Number(amount) * (unitMs[unit] ?? Number.NaN));
}
