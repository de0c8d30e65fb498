/** A picture as a whole. */
export type Picture = { bytes: Buffer; contentType: string };

/** What a picture is by its first bytes, whatever its platform calls it; null: nothing that browsers show and we give. */
export function pictureTypeOf(bytes: Buffer): string | null {
  const ascii = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (ascii(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'image/webp';
  if (/^GIF8[79]a$/.test(ascii(0, 6))) return 'image/gif';
  return ascii(4, 8) === 'ftyp' && /^avi[fs]$/.test(ascii(8, 12)) ? 'image/avif' : null;
}
