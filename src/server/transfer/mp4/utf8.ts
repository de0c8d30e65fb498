/** UTF-8 of at most so many bytes, never cut inside a character. */
export function utf8Within(value: string, maxBytes: number): Buffer {
  const bytes = Buffer.from(value.toWellFormed());
  let end = Math.min(bytes.length, maxBytes);
  while (end < bytes.length && end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}
