import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Everything that is derived from the secret of the installation. */
export type Encrypter = {
  /** Encrypts and authenticates. `context` names whose and what it is, so that a row's text cannot be put into another row. */
  encrypt(text: string, context: string): string;
  /** Throws when the text was encrypted with another secret, for another context, or was changed. */
  decrypt(encrypted: string, context: string): string;
  /** A hash that nobody without the secret can compute: 32 bytes. */
  keyedHash(text: string): Buffer;
};

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM and HMAC-SHA-256 by keys of their own. */
export function createEncrypter(secret: string): Encrypter {
  const key = (name: string) => Buffer.from(hkdfSync('sha256', secret, '', `identity ${name}`, 32));
  const encryptionKey = key('seal');
  const hashKey = key('hash');
  return {
    encrypt(text, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv).setAAD(Buffer.from(context));
      const parts = [iv, cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64url');
    },
    decrypt(encrypted, context) {
      const bytes = Buffer.from(encrypted, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
    keyedHash: (text) => createHmac('sha256', hashKey).update(text).digest(),
  };
}
