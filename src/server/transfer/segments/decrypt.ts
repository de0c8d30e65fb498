import { createDecipheriv } from 'node:crypto';
import { damaged, TransferError } from '../transfer-error.ts';

/** AES has blocks of 16 bytes (FIPS 197 §3.1); its 128-bit keys and CBC's IV are as long. */
const BLOCK_BYTES = 16;

/**
 * Opens a segment of METHOD=AES-128: AES-128-CBC with PKCS7 padding over the whole of it (RFC 8216 §4.3.2.4).
 *
 * What comes out is 1–16 bytes shorter, and nothing but the last block's content says by how many. So the plain length of a segment
 * is not known before its end has been fetched and opened: an encrypted length gives sixteen candidates, no promise.
 *
 * Throws TransferError media_damaged for a key or IV of another length, for a segment that was cut and for padding that is none,
 * which is also what most wrong keys lead to.
 */
export function decryptSegment(bytes: Buffer, key: Buffer, iv: Uint8Array): Buffer {
  if (key.length !== BLOCK_BYTES) throw damaged('a key of another length than 16 bytes');
  if (iv.length !== BLOCK_BYTES) throw damaged('an IV of another length than 16 bytes');
  if (bytes.length === 0 || bytes.length % BLOCK_BYTES !== 0) throw damaged('an encrypted segment that was cut');
  const decipher = createDecipheriv('aes-128-cbc', key, iv);
  const plain = decipher.update(bytes);
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch (error) {
    throw new TransferError('media_damaged', { cause: error });
  }
}
