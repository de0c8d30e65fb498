import type { UpstreamSyntax } from '#/server/engine/media/extraction.ts';
import { damaged } from '../transfer-error.ts';
import { type Cue, MAX_CUES } from './cue.ts';
import { readJson3 } from './read-json3.ts';
import { readSrv3, readTtml } from './read-timed-xml.ts';

/** `00:01:02.345`, `01:02.345` or `00:01:02,345`, then the other end, then WebVTT's settings. */
const TIMING = /^((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})\s+-->\s+((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})(.*)$/;

/**
 * The cues of a text that was tidied; of one that is no subtitles none. Throws TransferError media_damaged, for XML and JSON that are
 * none, and for more than MAX_CUES.
 */
export function readCues(text: string, from: UpstreamSyntax): Cue[] {
  if (from === 'ttml') return readTtml(text);
  if (from === 'srv3') return readSrv3(text);
  return from === 'json3' ? readJson3(text) : readBlocks(text);
}

/** WebVTT and SubRip: blocks with a line of times in them. */
function readBlocks(text: string): Cue[] {
  const cues: Cue[] = [];
  // A line of one blank is text: YouTube's rolling captions have it above their first line.
  for (const block of text.split(/\n{2,}/, MAX_CUES * 2)) {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => TIMING.test(line));
    const [, start = '', end = '', settings = ''] = TIMING.exec(lines[at] ?? '') ?? [];
    const body = lines.slice(at + 1).filter((line) => line.trim() !== '');
    if (start && body.length > 0)
      cues.push({ start: toMs(start), end: toMs(end), settings: settings.trim(), text: body.join('\n') });
    if (cues.length > MAX_CUES) throw damaged('too many cues');
  }
  return cues;
}

function toMs(time: string): number {
  const [seconds = '0', minutes = '0', hours = '0'] = time.replace(',', '.').split(':').toReversed();
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
}
