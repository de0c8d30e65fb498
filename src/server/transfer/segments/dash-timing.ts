import { damaged } from '../transfer-error.ts';
import { MAX_SEGMENTS } from './playlist.ts';
import { childrenNamed, type XmlElement } from './xml.ts';

/** Place of a segment in its period: `number` and `time` are what an address is made of, `time` in the list's own units. */
type SegmentTime = { number: bigint; time: bigint; durationS: number };

/** What says how a period is cut, with what is inherited. `attribute` gives a text as it stands. */
export type Cutting = {
  attribute(name: string): string | undefined;
  timeline: XmlElement | undefined;
  /** Null: the MPD does not tell. */
  periodDurationS: number | null;
};

/** Years and months may be there as nothing: they have no length of their own. */
const DURATION = /^P(?:0+Y)?(?:0+M)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9}(?:\.\d{1,18})?)S)?)?$/;

/** Seconds of an xs:duration (XML Schema 1.1 part 2 §3.3.6). Throws TransferError media_damaged. */
export function readXsDuration(text: string): number {
  const found = DURATION.exec(text.trim());
  if (!found) throw damaged('xs:duration');
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

/** An unsigned number of 64 bits. Throws TransferError media_damaged. */
function readUnsigned(text: string): bigint {
  if (!/^\d{1,20}$/.test(text)) throw damaged('an unsigned number');
  return BigInt(text);
}

/** Units of a list's times in a second (ISO/IEC 23009-1 §5.3.9.2.2). */
function readTimescale({ attribute }: Cutting): number {
  const timescale = Number(readUnsigned(attribute('timescale') ?? '1'));
  if (timescale === 0) throw damaged('timescale');
  return timescale;
}

function readStartNumber({ attribute }: Cutting): bigint {
  return readUnsigned(attribute('startNumber') ?? '1');
}

/**
 * The segments of a period: cut by a SegmentTimeline, else into pieces of `@duration`, else whole (ISO/IEC 23009-1 §5.3.9.6).
 * Throws TransferError media_damaged, also for more than MAX_SEGMENTS.
 */
export function segmentTimes(cutting: Cutting): SegmentTime[] {
  if (cutting.timeline) return byTimeline(cutting, cutting.timeline);
  const duration = cutting.attribute('duration');
  if (duration !== undefined) return byDuration(cutting, readUnsigned(duration));
  return [{ number: readStartNumber(cutting), time: 0n, durationS: cutting.periodDurationS ?? 0 }];
}

function byDuration(cutting: Cutting, duration: bigint): SegmentTime[] {
  const segmentS = Number(duration) / readTimescale(cutting);
  if (segmentS === 0) throw damaged('segments without duration');
  const startNumber = readStartNumber(cutting);
  const endNumber = cutting.attribute('endNumber');
  const count =
    endNumber === undefined
      ? countInPeriod(cutting.periodDurationS, segmentS)
      : Number(readUnsigned(endNumber) - startNumber) + 1;
  if (count > MAX_SEGMENTS || count < 1) throw damaged('number of segments');
  return Array.from({ length: count }, (_, index) => ({
    number: startNumber + BigInt(index),
    time: BigInt(index) * duration,
    durationS: Math.max(0, Math.min(segmentS, (cutting.periodDurationS ?? Infinity) - index * segmentS)),
  }));
}

/** A millionth of a segment is no segment, but the rounding of the numbers that were divided. */
function countInPeriod(periodDurationS: number | null, segmentS: number): number {
  if (periodDurationS === null) throw damaged('a period without end');
  return Math.ceil(periodDurationS / segmentS - 1e-6);
}

function byTimeline(cutting: Cutting, timeline: XmlElement): SegmentTime[] {
  const timescale = readTimescale(cutting);
  const startNumber = readStartNumber(cutting);
  const runs = childrenNamed(timeline, 'S');
  const times: SegmentTime[] = [];
  let time = 0n;
  for (const [index, { attributes }] of runs.entries()) {
    time = readUnsigned(attributes.get('t') ?? `${time}`);
    const duration = readUnsigned(attributes.get('d') ?? '');
    if (duration === 0n) throw damaged('segments without duration');
    const end = () => runEnd(cutting, runs[index + 1], timescale);
    const count = runLength(attributes.get('r') ?? '0', () => (end() - time + duration - 1n) / duration);
    if (count < 1n || count > MAX_SEGMENTS - times.length) throw damaged('number of segments');
    for (let place = 0n; place < count; place += 1n) {
      times.push({ number: startNumber + BigInt(times.length), time, durationS: Number(duration) / timescale });
      time += duration;
    }
  }
  if (times.length === 0) throw damaged('a timeline without segments');
  return times;
}

/** `@r` counts further segments; a negative one says: until the next run, or the period's end (ISO/IEC 23009-1 §5.3.9.6.2). */
function runLength(repeat: string, untilEnd: () => bigint): bigint {
  return repeat.startsWith('-') ? untilEnd() : readUnsigned(repeat) + 1n;
}

/** Where a run ends that does not say, in the list's units; a period begins at `@presentationTimeOffset`. */
function runEnd({ attribute, periodDurationS }: Cutting, next: XmlElement | undefined, timescale: number): bigint {
  const start = next?.attributes.get('t');
  if (start !== undefined) return readUnsigned(start);
  if (next || periodDurationS === null) throw damaged('a run of segments without end');
  return readUnsigned(attribute('presentationTimeOffset') ?? '0') + BigInt(Math.floor(periodDurationS * timescale));
}
