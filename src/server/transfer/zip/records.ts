/**
 * The records of a ZIP archive whose entries are stored and followed by their CRC (PKWARE APPNOTE.TXT 6.3.10, section 4.3).
 * Offsets and sizes are in bytes.
 */

/** An entry as the records describe it. */
export type Member = {
  /** UTF-8, at most 65,535 bytes. */
  name: Buffer;
  totalBytes: number;
  modifiedAt: Date;
  /** Place of its local header in the archive. */
  offset: number;
};

type Directory = { entries: number; offset: number; length: number };

/** From these on a field says that the zip64 one holds the value (4.4.1.4). */
const NEEDS_ZIP64 = 0xffff_ffff;
const NEEDS_ZIP64_ENTRIES = 0xffff;
/** Bit 3: the CRC is in a data descriptor; bit 11: the name is UTF-8 (4.4.4). */
const FLAGS = (1 << 3) | (1 << 11);
const STORED = 0;
/** APPNOTE version 2.0, and 4.5 which brought zip64 (4.4.3). */
const VERSION = 20;
const VERSION_ZIP64 = 45;
/** By Unix, so that the external attributes hold a mode (4.4.2). */
const MADE_BY = (3 << 8) | VERSION_ZIP64;
/** A regular file that its owner may write and everybody read: the mode is the upper half (4.4.15). */
const EXTERNAL_ATTRIBUTES = 0o100644 * 0x1_0000;
const DIRECTORY_HEADER_BYTES = 46;
const ZIP64_END_BYTES = 56;
/** What DOS times can tell (4.4.6). */
const EARLIEST_MS = Date.UTC(1980, 0, 1);
const LATEST_MS = Date.UTC(2107, 11, 31, 23, 59, 58);

type Field = readonly [widthBytes: 2 | 4 | 8, value: number];

/**
 * What precedes an entry's bytes (4.3.7). The sizes are there although bit 3 would have them zero: they are known, readers that
 * cannot seek find a stored entry's end by them, and those that can trust the directory.
 */
export function localHeader({ name, totalBytes, modifiedAt }: Member): Buffer {
  const zip64 = totalBytes >= NEEDS_ZIP64;
  const extra = zip64Extra(zip64 ? [totalBytes, totalBytes] : []);
  const fixed = pack([
    [4, 0x0403_4b50],
    [2, zip64 ? VERSION_ZIP64 : VERSION],
    [2, FLAGS],
    [2, STORED],
    ...dosTime(modifiedAt),
    [4, 0],
    [4, Math.min(totalBytes, NEEDS_ZIP64)],
    [4, Math.min(totalBytes, NEEDS_ZIP64)],
    [2, name.length],
    [2, extra.length],
  ]);
  return Buffer.concat([fixed, name, extra]);
}

/** What follows an entry's bytes (4.3.9). */
export function dataDescriptor({ totalBytes }: Member, crc: number): Buffer {
  const width = totalBytes >= NEEDS_ZIP64 ? 8 : 4;
  return pack([
    [4, 0x0807_4b50],
    [4, crc],
    [width, totalBytes],
    [width, totalBytes],
  ]);
}

export function dataDescriptorBytes({ totalBytes }: Member): number {
  return totalBytes >= NEEDS_ZIP64 ? 24 : 16;
}

/** An entry's record in the central directory (4.3.12). */
export function directoryHeader(member: Member, crc: number): Buffer {
  const { name, totalBytes, modifiedAt, offset } = member;
  const extra = zip64Extra(beyond32Bits(member));
  const fixed = pack([
    [4, 0x0201_4b50],
    [2, MADE_BY],
    [2, extra.length > 0 ? VERSION_ZIP64 : VERSION],
    [2, FLAGS],
    [2, STORED],
    ...dosTime(modifiedAt),
    [4, crc],
    [4, Math.min(totalBytes, NEEDS_ZIP64)],
    [4, Math.min(totalBytes, NEEDS_ZIP64)],
    [2, name.length],
    [2, extra.length],
    // Comment, disk and internal attributes.
    [2, 0],
    [2, 0],
    [2, 0],
    [4, EXTERNAL_ATTRIBUTES],
    [4, Math.min(offset, NEEDS_ZIP64)],
  ]);
  return Buffer.concat([fixed, name, extra]);
}

export function directoryHeaderBytes(member: Member): number {
  return DIRECTORY_HEADER_BYTES + member.name.length + zip64ExtraBytes(beyond32Bits(member).length);
}

/** What ends the archive (4.3.16), behind its zip64 form and what points at that (4.3.14, 4.3.15) where numbers are too large. */
export function endOfDirectory({ entries, offset, length }: Directory): Buffer {
  const zip64 = entries >= NEEDS_ZIP64_ENTRIES || offset >= NEEDS_ZIP64 || length >= NEEDS_ZIP64;
  return pack([
    ...(zip64 ? zip64End({ entries, offset, length }) : []),
    [4, 0x0605_4b50],
    [2, 0],
    [2, 0],
    [2, Math.min(entries, NEEDS_ZIP64_ENTRIES)],
    [2, Math.min(entries, NEEDS_ZIP64_ENTRIES)],
    [4, Math.min(length, NEEDS_ZIP64)],
    [4, Math.min(offset, NEEDS_ZIP64)],
    [2, 0],
  ]);
}

function zip64End({ entries, offset, length }: Directory): Field[] {
  return [
    [4, 0x0606_4b50],
    // Its length without this field and the signature.
    [8, ZIP64_END_BYTES - 12],
    [2, MADE_BY],
    [2, VERSION_ZIP64],
    [4, 0],
    [4, 0],
    [8, entries],
    [8, entries],
    [8, length],
    [8, offset],
    // The locator: disk and place of the record above, and how many disks there are.
    [4, 0x0706_4b50],
    [4, 0],
    [8, offset + length],
    [4, 1],
  ];
}

/** In the order of the zip64 extra field, what does not fit a directory header (4.5.3). */
function beyond32Bits({ totalBytes, offset }: Member): number[] {
  const sizes = totalBytes >= NEEDS_ZIP64 ? [totalBytes, totalBytes] : [];
  return offset >= NEEDS_ZIP64 ? [...sizes, offset] : sizes;
}

function zip64Extra(values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0);
  return pack([[2, 0x0001], [2, values.length * 8], ...values.map((value): Field => [8, value])]);
}

function zip64ExtraBytes(values: number): number {
  return values === 0 ? 0 : 4 + values * 8;
}

/** Time, then date. In UTC, so that an archive has the same bytes wherever and whenever it is made. */
function dosTime(modifiedAt: Date): [Field, Field] {
  const at = new Date(Math.min(Math.max(modifiedAt.getTime() || 0, EARLIEST_MS), LATEST_MS));
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [
    [2, time],
    [2, date],
  ];
}

/** Numbers one behind the other, little-endian (4.4.1.1). */
function pack(fields: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [widthBytes]) => sum + widthBytes, 0));
  let at = 0;
  for (const [widthBytes, value] of fields) {
    if (widthBytes === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, widthBytes);
    at += widthBytes;
  }
  return bytes;
}
