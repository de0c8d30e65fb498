import { createHash, createPublicKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { importPKCS8, type JSONWebKeySet } from 'jose';
import { StoreError } from '#/server/store/store-error.ts';
import type { Store } from '#/server/store/store.ts';
import type { Encrypter } from './encrypt.ts';

/** The pool's RSA key pair; all servers of a database have the same. */
export type SigningKey = {
  keyId: string;
  privateKey: Awaited<ReturnType<typeof importPKCS8>>;
  /** The public half, as it is published. */
  jwks: JSONWebKeySet;
};

const NAME = 'identity-signing-key';

/** Reads the key, made at the first start. Rejects when it was encrypted with another secret of the installation. */
export async function openSigningKey({ query }: Pick<Store, 'query'>, encrypter: Encrypter): Promise<SigningKey> {
  const stored = async () =>
    (await query<{ value: string }>('select value from secrets where name = $1', [NAME]))[0]?.value;
  let encrypted = await stored();
  if (encrypted === undefined) {
    const fresh = encrypter.encrypt(await newKey(), NAME);
    await query('insert into secrets (name, value) values ($1, $2) on conflict do nothing', [NAME, fresh]);
    encrypted = (await stored()) ?? fresh;
  }
  const pem = decrypted(encrypter, encrypted);
  const publicKey = createPublicKey(pem);
  const keyId = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
  const jwk = { ...publicKey.export({ format: 'jwk' }), kty: 'RSA', alg: 'RS256', use: 'sig', kid: keyId };
  return { keyId, privateKey: await importPKCS8(pem, 'RS256'), jwks: { keys: [jwk] } };
}

function decrypted(encrypter: Encrypter, encrypted: string): string {
  try {
    return encrypter.decrypt(encrypted, NAME);
  } catch {
    const problem = 'The keys of the accounts were made with another DOWNLOAD_SECRET, or without one: set it back.';
    throw new StoreError(problem);
  }
}

async function newKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return privateKey;
}
