import * as v from 'valibot';
import { damaged } from '../transfer-error.ts';
import { type Cue, MAX_CUES } from './cue.ts';
import { escapeText } from './webvtt-text.ts';

/** As far as it is read; events without words set a window up, and windows are not ours. */
const Json3 = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    events: v.array(
      v.object({
        tStartMs: v.optional(v.number(), 0),
        dDurationMs: v.optional(v.number(), 0),
        segs: v.optional(v.array(v.object({ utf8: v.optional(v.string(), '') })), []),
      }),
    ),
  }),
);

/** Rolling captions have an event for each line's end, too. */
const MAX_EVENTS = 2 * MAX_CUES;

/** YouTube's captions in JSON. Throws TransferError media_damaged. */
export function readJson3(text: string): Cue[] {
  const read = v.safeParse(Json3, text);
  if (!read.success) throw damaged('captions of another form than expected');
  if (read.output.events.length > MAX_EVENTS) throw damaged('too many cues');
  return read.output.events.flatMap(({ tStartMs: start, dDurationMs: duration, segs }): Cue[] => {
    const said = segs.map(({ utf8 }) => utf8).join('');
    const lines = said.split('\n').filter((line) => line.trim() !== '');
    if (lines.length === 0 || duration <= 0) return [];
    return [{ start, end: start + duration, settings: '', text: escapeText(lines.join('\n')) }];
  });
}
