import { damaged } from '../transfer-error.ts';
import { uint16 } from './box.ts';
import type { SampleTable } from './sample-table.ts';
import { utf8Within } from './utf8.ts';

/** What is to be read from one moment to another, in seconds of the film, as plain text of one line or some. */
export type SubtitleCue = { startS: number; endS: number; text: string };

/** The samples of a text track, one behind the other, and what tells them apart; their offsets are from the first one's on. */
export type TextSamples = { bytes: Buffer; table: SampleTable };

/** Ticks per second: no syntax of subtitles knows times finer than a millisecond. */
export const TEXT_TIMESCALE = 1000;

/** More than fits a picture. */
const MAX_CUES_AT_ONCE = 8;
/** Far above what can be read at once; a sample's length has 16 bits (3GPP TS 26.245, section 5.17). */
const MAX_TEXT_BYTES = 4096;
/** Three times the longest subtitle file that is read: only cues upon cues take more. */
const MAX_TRACK_BYTES = 16 * 1024 * 1024;

/**
 * Samples of timed text (3GPP TS 26.245, section 5.17) that follow each other from 0 to the last cue's end: a length of two bytes and UTF-8;
 * where nothing is to be read, an empty one. Cues at the same time become lines of one sample. What lies behind the film's end is left
 * out. null: there is nothing to read. Throws TransferError: media_damaged, for cues that would fill a film by themselves.
 */
export function textSamples(cues: readonly SubtitleCue[], filmEndS: number): TextSamples | null {
  const timed = cues.flatMap((cue) => timedCue(cue, filmEndS * TEXT_TIMESCALE));
  if (timed.length === 0) return null;
  const contents: Buffer[] = [];
  const durations: number[] = [];
  let totalBytes = 0;
  for (const { durationTicks, text } of stretches(timed)) {
    const characters = utf8Within(text, MAX_TEXT_BYTES);
    contents.push(uint16(characters.length), characters);
    durations.push(durationTicks);
    totalBytes += 2 + characters.length;
    if (totalBytes > MAX_TRACK_BYTES) throw damaged('subtitles upon subtitles');
  }
  const bytes = Buffer.concat(contents, totalBytes);
  return { bytes, table: tableOf(bytes, Uint32Array.from(durations)) };
}

type TimedCue = { start: number; end: number; text: string };

function timedCue({ startS, endS, text }: SubtitleCue, filmEnd: number): TimedCue[] {
  const start = Math.max(0, Math.round(startS * TEXT_TIMESCALE));
  const end = Math.round(Math.min(endS * TEXT_TIMESCALE, filmEnd));
  // A zero byte ends a text for some players.
  const shown = text.replace(/[^\P{Cc}\n]/gu, '').trim();
  return shown !== '' && start < end ? [{ start, end, text: shown }] : [];
}

/** The time from 0 on, in stretches at whose ends what is to be read changes. */
function* stretches(cues: readonly TimedCue[]): Generator<{ durationTicks: number; text: string }> {
  const beginning = cues.toSorted((a, b) => a.start - b.start);
  const ending = cues.toSorted((a, b) => a.end - b.end);
  const times = Float64Array.from(new Set([0, ...cues.flatMap(({ start, end }) => [start, end])])).sort();
  const shown = new Set<TimedCue>();
  let [begun, ended] = [0, 0];
  for (const [place, time] of times.subarray(0, -1).entries()) {
    for (let cue = ending[ended]; cue && cue.end <= time; cue = ending[++ended]) shown.delete(cue);
    for (let cue = beginning[begun]; cue && cue.start <= time; cue = beginning[++begun]) shown.add(cue);
    yield { durationTicks: (times[place + 1] ?? time) - time, text: together(shown) };
  }
}

function together(shown: ReadonlySet<TimedCue>): string {
  return [...shown.values().take(MAX_CUES_AT_ONCE)].map(({ text }) => text).join('\n');
}

function tableOf(bytes: Buffer, durations: Uint32Array): SampleTable {
  const count = durations.length;
  const offsets = new Float64Array(count);
  const sizes = new Uint32Array(count);
  let offset = 0;
  for (let sample = 0; sample < count; sample++) {
    offsets[sample] = offset;
    sizes[sample] = 2 + bytes.readUInt16BE(offset);
    offset += sizes[sample] ?? 0;
  }
  return { count, offsets, sizes, durations, shifts: null, isSync: null, descriptions: null };
}
