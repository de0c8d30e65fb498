import { parseBudget } from '../parsing/parse-budget.ts';
import { damaged } from '../transfer-error.ts';

/** Four bytes of id and eight of size: what must be there to read any element's head. */
export const LONGEST_HEAD_BYTES = 12;

/** An element's head; `sizeBytes` is null where the element says that its size is unknown (RFC 8794, section 6.2). */
type EbmlHead = { id: number; dataStart: number; sizeBytes: number | null };

/** An element that lies whole in bytes at hand: its head from `start` on, its data from `dataStart` to before `end`. */
export type EbmlElement = { id: number; start: number; dataStart: number; end: number };

type DataSpan = Pick<EbmlElement, 'dataStart' | 'end'>;

/** Reads the head at `start`, of which nothing may lie at or behind `end`. Throws `media_damaged`. */
export function readHead(bytes: Buffer, start: number, end = bytes.length): EbmlHead {
  const idBytes = vintBytes(bytes, start, end);
  if (idBytes > 4) throw damaged('EBML id of more than four bytes');
  const sizeStart = start + idBytes;
  const dataStart = sizeStart + vintBytes(bytes, sizeStart, end);
  return { id: bytes.readUIntBE(start, idBytes), dataStart, sizeBytes: vintValue(bytes, sizeStart, dataStart) };
}

/**
 * The elements between `start` and `end`, one after the other; each ends inside, and each has a known size: an unknown
 * one is only for a Segment or a Cluster, and those are not held whole. Throws `media_damaged`.
 */
export function* elements(bytes: Buffer, start = 0, end = bytes.length): Generator<EbmlElement> {
  const budget = parseBudget();
  for (let at = start; at < end;) {
    budget.spend();
    const { id, dataStart, sizeBytes } = readHead(bytes, at, end);
    if (sizeBytes === null) throw damaged('EBML element of unknown size');
    const elementEnd = dataStart + sizeBytes;
    if (elementEnd > end) throw damaged('EBML element ends behind its parent');
    yield { id, start: at, dataStart, end: elementEnd };
    at = elementEnd;
  }
}

/** An unsigned integer of zero to eight bytes; beyond 2^53 it throws `media_damaged`. */
export function readUnsigned(bytes: Buffer, { dataStart, end }: DataSpan): number {
  if (end - dataStart > 8) throw damaged('EBML integer of more than eight bytes');
  let value = 0;
  for (let at = dataStart; at < end; at += 1) value = value * 256 + (bytes[at] ?? 0);
  if (!Number.isSafeInteger(value)) throw damaged('EBML integer beyond 2^53');
  return value;
}

/** Writes an unsigned integer over all bytes of an element's data, with zeros in front. The value has to fit. */
export function overwriteUnsigned(bytes: Buffer, { dataStart, end }: DataSpan, value: number): void {
  let rest = value;
  for (let at = end - 1; at >= dataStart; at -= 1) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
}

/** A float of four or eight bytes, or of none, which is 0. Throws `media_damaged`. */
export function readFloat(bytes: Buffer, { dataStart, end }: DataSpan): number {
  switch (end - dataStart) {
    case 0:
      return 0;
    case 4:
      return bytes.readFloatBE(dataStart);
    case 8:
      return bytes.readDoubleBE(dataStart);
    default:
      throw damaged('EBML float of an odd length');
  }
}

/** A text up to its first zero byte (RFC 8794, section 13). */
export function readEbmlText(bytes: Buffer, { dataStart, end }: DataSpan): string {
  return bytes.toString('utf8', dataStart, end).replace(/\0.*$/s, '');
}

/** The data of the first child with that id. */
export function child(bytes: Buffer, parent: DataSpan, id: number): EbmlElement | undefined {
  return elements(bytes, parent.dataStart, parent.end).find((element) => element.id === id);
}

/** Bytes that a variable-size integer takes (RFC 8794, section 4): one more than its first byte has leading zeros. */
export function vintBytes(bytes: Buffer, start: number, end: number): number {
  const length = Math.clz32(bytes[start] ?? 0) - 23;
  if (length > 8 || start + length > end) throw damaged('EBML number is cut off');
  return length;
}

/** A variable-size integer without its length marker; null when all its bits are set. Throws `media_damaged`. */
export function vintValue(bytes: Buffer, start: number, end: number): number | null {
  const largestFirst = 0xff >> (end - start);
  const first = (bytes[start] ?? 0) & largestFirst;
  let value = first;
  let isUnknown = first === largestFirst;
  for (let at = start + 1; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  if (isUnknown) return null;
  if (!Number.isSafeInteger(value)) throw damaged('EBML number beyond 2^53');
  return value;
}
