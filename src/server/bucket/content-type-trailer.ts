import type { FileHandle } from 'node:fs/promises';

/**
 * A local file ends with its content type, in 256 bytes that are no part of what was put. So one rename replaces bytes and type
 * together, which a second file beside it could not, and what was put still begins where the file begins.
 */
export const TRAILER_BYTES = 256;

/** Far above any registered type with its parameters. */
const MAX_CONTENT_TYPE_LENGTH = 200;
const MARK = 'clipferry:';

/** Throws TypeError for what cannot be a header's value. */
export function trailerOf(contentType: string): Uint8Array {
  if (contentType.length > MAX_CONTENT_TYPE_LENGTH || !/^[\x20-\x7e]+$/.test(contentType)) {
    throw new TypeError('Not a content type');
  }
  return Buffer.from(`${MARK}${contentType}`.padEnd(TRAILER_BYTES, '\0'), 'latin1');
}

/** The type at the end of a file of this size; null when it ends with none, so that no bucket wrote it. */
export async function readTrailer(handle: FileHandle, fileBytes: number): Promise<string | null> {
  if (fileBytes < TRAILER_BYTES) return null;
  const buffer = Buffer.alloc(TRAILER_BYTES);
  const { bytesRead } = await handle.read(buffer, 0, TRAILER_BYTES, fileBytes - TRAILER_BYTES);
  const text = buffer.toString('latin1', 0, bytesRead);
  return text.startsWith(MARK) ? text.slice(MARK.length).replace(/\0+$/, '') : null;
}
