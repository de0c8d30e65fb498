/** One element: its id, its data's size in as few bytes as it needs, its data. */
export function element(id: number, ...data: readonly Uint8Array[]): Buffer {
  return Buffer.concat([elementHead(id, sumBytes(data)), ...data]);
}

/** An element's id and size, for one whose data comes from elsewhere. */
export function elementHead(id: number, sizeBytes: number): Buffer {
  return Buffer.concat([unsigned(id), vint(sizeBytes)]);
}

/** An unsigned integer, big end first, in as few bytes as it needs or in `widthBytes` when that is more. */
export function unsigned(value: number, widthBytes = 1): Buffer {
  const digits: number[] = [];
  for (let rest = value; rest > 0 || digits.length < widthBytes; rest = Math.floor(rest / 256)) digits.push(rest % 256);
  return Buffer.from(digits.toReversed());
}

export function float64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

/** A text. A zero byte would end it (RFC 8794, section 13), so there is none. */
export function text(value: string): Buffer {
  return Buffer.from(value.replaceAll('\0', ''), 'utf8');
}

/** A variable-size integer (RFC 8794, section 4); a value of all ones would mean an unknown size and takes a byte more. */
function vint(value: number): Buffer {
  let lengthBytes = 1;
  while (value >= 2 ** (7 * lengthBytes) - 1) lengthBytes += 1;
  const bytes = unsigned(value, lengthBytes);
  bytes[0] = (bytes[0] ?? 0) | (0x100 >> lengthBytes);
  return bytes;
}

function sumBytes(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
