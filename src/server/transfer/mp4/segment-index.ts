import type { Input } from '../layout/input.ts';
import { parseBudget } from '../parsing/parse-budget.ts';
import { damaged } from '../transfer-error.ts';
import { asBox, readTime } from './box.ts';

/** A stretch of whole fragments: one or many. */
export type Subsegment = {
  offset: number;
  length: number;
  /** In the index' timescale, from the movie's beginning. */
  time: number;
  duration: number;
  startsWithSync: boolean;
};

/** Far above what films of many hours have. */
const MAX_SUBSEGMENTS = 100_000;
/** Indexes may be chained, each leading to the next. */
const MAX_DEPTH = 64;
/** Room for one, in memory. */
const SUBSEGMENT_BYTES = 64;

/**
 * Reads a segment index (ISO/IEC 14496-12, section 8.16.3) that ends at `end` in the file; references to further indexes are
 * followed, each once. Throws TransferError media_damaged, also for those that are shared.
 */
export async function readSegmentIndex(
  input: Input,
  sidx: Buffer,
  end: number,
  { depth = 0, seen = new Set() }: { depth?: number; seen?: Set<number> } = {},
): Promise<{ timescale: number; subsegments: Subsegment[] }> {
  const budget = parseBudget();
  const { body } = asBox(sidx);
  if (sidx.length < body + 24) throw damaged('a short index');
  const isLong = sidx[body] === 1;
  const timescale = sidx.readUInt32BE(body + 8);
  const counts = body + 12 + (isLong ? 16 : 8);
  const count = sidx.readUInt16BE(counts + 2);
  if (timescale === 0 || counts + 4 + count * 12 > sidx.length) throw damaged('a short index');
  let time = readTime(sidx, body + 12, isLong);
  let offset = end + readTime(sidx, body + 12 + (isLong ? 8 : 4), isLong);
  const subsegments: Subsegment[] = [];
  budget.spend(count);
  budget.hold(count * SUBSEGMENT_BYTES);
  for (let entry = 0; entry < count; entry++) {
    const at = counts + 4 + entry * 12;
    const reference = sidx.readUInt32BE(at);
    const length = reference & 0x7fffffff;
    const duration = sidx.readUInt32BE(at + 4);
    if (reference >>> 31 === 1) {
      if (depth >= MAX_DEPTH) throw damaged('indexes of indexes without end');
      // Two that lead to one, each of them through two of their own, would be read without end.
      if (seen.has(offset)) throw damaged('indexes that share an index');
      seen.add(offset);
      await budget.giveWay();
      const { size, nested } = await readNested(input, offset, length);
      const below = await readSegmentIndex(input, nested, offset + size, { depth: depth + 1, seen });
      for (const subsegment of below.subsegments) subsegments.push(rescale(subsegment, below.timescale, timescale));
    } else {
      subsegments.push({ offset, length, time, duration, startsWithSync: (sidx[at + 8] ?? 0) >> 7 === 1 });
    }
    if (subsegments.length > MAX_SUBSEGMENTS) throw damaged('too long an index');
    time += duration;
    offset += length;
  }
  return { timescale, subsegments: subsegments.filter(({ length }) => length > 0) };
}

async function readNested(input: Input, offset: number, length: number): Promise<{ size: number; nested: Buffer }> {
  const head = await input.read(offset, Math.min(8, length));
  const size = head.length === 8 ? head.readUInt32BE(0) : 0;
  if (size < 32 || size > length || head.toString('latin1', 4, 8) !== 'sidx')
    throw damaged('no index where one should be');
  return { size, nested: await input.read(offset, size) };
}

function rescale(subsegment: Subsegment, from: number, to: number): Subsegment {
  if (from === to) return subsegment;
  const factor = to / from;
  return { ...subsegment, time: subsegment.time * factor, duration: subsegment.duration * factor };
}
