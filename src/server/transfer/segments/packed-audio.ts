const TAG_HEADER_BYTES = 10;
const HAS_FOOTER = 0x10;
/** Whose frame it is that says when a segment begins, in 90,000ths of a second (RFC 8216 §3.4). */
const TIMESTAMP_OWNER = Buffer.from('com.apple.streaming.transportStreamTimestamp\0');
const CLOCK_HZ = 90_000;

/** Length of the ID3 tag that packed audio begins with; 0: there is none. */
export function tagLength(bytes: Buffer): number {
  if (bytes.length < TAG_HEADER_BYTES || bytes.toString('latin1', 0, 3) !== 'ID3') return 0;
  // Four times seven bits (ID3v2.4 structure, §6.2).
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((bytes[at] ?? 0) & 0x7f), 0);
  return TAG_HEADER_BYTES + size + ((bytes[5] ?? 0) & HAS_FOOTER ? TAG_HEADER_BYTES : 0);
}

/** When packed audio begins, in seconds of the clock that its picture has too; null: it does not say. */
export function audioStartS(bytes: Buffer): number | null {
  const tag = bytes.subarray(0, tagLength(bytes));
  const owner = tag.indexOf(TIMESTAMP_OWNER);
  const at = owner + TIMESTAMP_OWNER.length;
  if (owner < 0 || at + 8 > tag.length) return null;
  // 33 bits are used; a number with more is none.
  const ticks = Number(tag.readBigUInt64BE(at));
  return ticks < 2 ** 33 ? ticks / CLOCK_HZ : null;
}
