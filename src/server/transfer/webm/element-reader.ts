import type { Input } from '../layout/input.ts';
import { damaged } from '../transfer-error.ts';
import { parseBudget } from '../parsing/parse-budget.ts';
import { LONGEST_HEAD_BYTES, readHead } from './ebml.ts';

/** Far above what a description takes: the Cues of ten hours with a cluster in each second have one megabyte. */
const LARGEST_HELD_BYTES = 4 * 1024 * 1024;

/** A Segment has a dozen before its first cluster. */
const MOST_PLACED = 4_096;

/** A file of ours takes one or two. A hostile one could ask for its own length. */
const MOST_READS = 16;

/** An element's place in its file. One of unknown size ends where its parent does. */
export type PlacedElement = { id: number; start: number; dataStart: number; end: number; hasKnownSize: boolean };

export type ElementSource = {
  readonly totalBytes: number;
  /** Exactly these bytes; from what was read last when they are there. Throws TransferError. */
  take(offset: number, length: number): Promise<Buffer>;
};

/** Reads an input in stretches of `guessBytes`, so that what lies together comes by one read. */
export function createSource(input: Input, guessBytes: number): ElementSource {
  const { totalBytes } = input;
  let held: Buffer = Buffer.alloc(0);
  let heldStart = 0;
  let reads = 0;
  return {
    totalBytes,
    async take(offset, length) {
      if (offset + length > totalBytes) throw damaged('WebM file is cut off');
      if (length > LARGEST_HELD_BYTES) throw damaged('WebM description is too large');
      if (offset < heldStart || offset + length > heldStart + held.length) {
        reads += 1;
        if (reads > MOST_READS) throw damaged('WebM description is scattered');
        // With the head of what comes next.
        const wanted = Math.max(length + LONGEST_HEAD_BYTES, guessBytes);
        held = await input.read(offset, Math.min(wanted, totalBytes - offset));
        heldStart = offset;
      }
      return held.subarray(offset - heldStart, offset - heldStart + length);
    },
  };
}

/** The element at `start`, which must end at or before `limit`. Throws TransferError. */
export async function readElementAt(source: ElementSource, start: number, limit: number): Promise<PlacedElement> {
  const { id, dataStart, sizeBytes } = readHead(
    await source.take(start, Math.min(LONGEST_HEAD_BYTES, limit - start)),
    0,
  );
  const hasKnownSize = sizeBytes !== null;
  const end = hasKnownSize ? start + dataStart + sizeBytes : limit;
  if (end > limit) throw damaged('WebM element ends behind its parent or the file');
  return { id, start, dataStart: start + dataStart, end, hasKnownSize };
}

/** The elements between `start` and `limit`, one after the other; each next one is read when it is asked for. */
export async function* readElements(
  source: ElementSource,
  start: number,
  limit: number,
): AsyncGenerator<PlacedElement> {
  const budget = parseBudget();
  let count = 0;
  for (let at = start; at < limit;) {
    budget.spend();
    if (++count > MOST_PLACED) throw damaged('WebM file of too many elements');
    await budget.giveWay();
    const placed = await readElementAt(source, at, limit);
    yield placed;
    at = placed.end;
  }
}

/** An element's data as bytes. Throws TransferError. */
export function takeData(source: ElementSource, { dataStart, end }: PlacedElement): Promise<Buffer> {
  return source.take(dataStart, end - dataStart);
}
