import { parseBudget } from '../parsing/parse-budget.ts';
import { damaged } from '../transfer-error.ts';

/** Where a box of ISO/IEC 14496-12 lies in some bytes. */
export type Box = { type: string; start: number; /** First byte of its content. */ body: number; end: number };

/** The boxes between two places. A box that reaches over the end is damage; `lenient` leaves it and what follows out. */
export function* boxesIn(bytes: Buffer, start = 0, end = bytes.length, lenient = false): Generator<Box> {
  const budget = parseBudget();
  for (let at = start; at + 8 <= end;) {
    budget.spend();
    const header = boxHeader(bytes, at, end);
    if (!header || header.size < header.length || at + header.size > end) {
      if (lenient) return;
      throw damaged('a box that does not fit');
    }
    yield { type: header.type, start: at, body: at + header.length, end: at + header.size };
    at += header.size;
  }
}

/** Type and size of a box by its first 8 or 16 bytes; a size of 0 reaches to `end`. undefined: more bytes are needed. */
export function boxHeader(
  bytes: Buffer,
  at: number,
  end: number,
): { type: string; size: number; length: number } | undefined {
  if (at + 8 > bytes.length) return undefined;
  const type = bytes.toString('latin1', at + 4, at + 8);
  const size = bytes.readUInt32BE(at);
  if (size === 0) return { type, size: end - at, length: 8 };
  if (size !== 1) return { type, size, length: 8 };
  if (at + 16 > bytes.length) return undefined;
  return { type, size: Number(bytes.readBigUInt64BE(at + 8)), length: 16 };
}

export function childrenOf(bytes: Buffer, { body, end }: Box): Box[] {
  return [...boxesIn(bytes, body, end)];
}

/** The first box along a path of types below another. */
export function findBox(bytes: Buffer, parent: Box, ...path: string[]): Box | undefined {
  let found: Box | undefined = parent;
  for (const type of path) {
    if (!found) return undefined;
    found = boxesIn(bytes, found.body, found.end).find((box) => box.type === type);
  }
  return found;
}

export function requireBox(bytes: Buffer, parent: Box, ...path: string[]): Box {
  const found = findBox(bytes, parent, ...path);
  if (!found) throw damaged(`no ${path.join('/')}`);
  return found;
}

/** The whole of some bytes that are one box. */
export function asBox(bytes: Buffer): Box {
  const [box] = boxesIn(bytes);
  if (!box) throw damaged('an empty box');
  return box;
}

export function bytesOf(bytes: Buffer, { start, end }: Box): Buffer {
  return bytes.subarray(start, end);
}

/** A box with its header. */
export function box(type: string, ...contents: Uint8Array[]): Buffer {
  const size = 8 + contents.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([uint32(size), Buffer.from(type, 'latin1'), ...contents], size);
}

/** The same without copying: what is large is put together once, at the top. */
export function boxAround(type: string, contents: readonly Uint8Array[]): Uint8Array[] {
  const size = 8 + contents.reduce((sum, { length }) => sum + length, 0);
  return [uint32(size), Buffer.from(type, 'latin1'), ...contents];
}

export function fullBoxAround(type: string, version: number, contents: readonly Uint8Array[]): Uint8Array[] {
  return boxAround(type, [uint32(version * 0x1000000), ...contents]);
}

/** A box that begins with version and flags. */
export function fullBox(type: string, version: number, flags: number, ...contents: Uint8Array[]): Buffer {
  return box(type, uint32(version * 0x1000000 + flags), ...contents);
}

/** The header of a box whose content comes from elsewhere, in the 64-bit form. */
export function largeBoxHeader(type: string, contentBytes: number): Buffer {
  return Buffer.concat([uint32(1), Buffer.from(type, 'latin1'), uint64(contentBytes + 16)]);
}

export function uint16(...values: number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, index * 2);
  return bytes;
}

export function uint32(...values: number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4);
  return bytes;
}

export function uint64(...values: number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 8);
  for (const [index, value] of values.entries()) bytes.writeBigInt64BE(BigInt(value), index * 8);
  return bytes;
}

/** Reads a 32- or 64-bit number, as a full box's version decides. */
export function readTime(bytes: Buffer, at: number, isLong: boolean): number {
  return isLong ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at);
}
