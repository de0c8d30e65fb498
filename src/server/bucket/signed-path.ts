import { createHmac, timingSafeEqual } from 'node:crypto';
import { fail, ok, type Result } from '#/model/failure.ts';

/** Where the server answers signed paths of a local bucket. */
export const FILES_PATH = '/files/';

/** What a signed path allows: one file, under one name, until it expires. */
export type FileGrant = { key: string; fileName: string; expiresAt: Date };

/** Far above a key and a name of 255 characters, each of up to nine characters in a URL; far below what costs something to check. */
const MAX_LENGTH = 4096;

/** `/files/<key>?e=<ms since 1970>&n=<name>&s=<HMAC-SHA256 of the three>`; nothing is stored. */
export function signPath(secret: string, grant: FileGrant): string {
  const query = new URLSearchParams({
    e: String(grant.expiresAt.getTime()),
    n: grant.fileName,
    s: signature(secret, grant).toString('base64url'),
  });
  return `${FILES_PATH}${grant.key}?${query}`;
}

/** Reads a path and query, as a request has them. Failures: link_invalid, link_expired. */
export function verifyPath(secret: string, url: string): Result<FileGrant> {
  if (url.length > MAX_LENGTH || !url.startsWith(FILES_PATH)) return fail('link_invalid');
  const cut = url.indexOf('?');
  const query = new URLSearchParams(cut < 0 ? '' : url.slice(cut + 1));
  const [expiry, fileName, given] = ['e', 'n', 's'].map((name) => query.get(name));
  if (expiry == null || fileName == null || given == null || !/^\d{1,15}$/.test(expiry)) return fail('link_invalid');
  const grant = { key: url.slice(FILES_PATH.length, cut), fileName, expiresAt: new Date(Number(expiry)) };
  const expected = signature(secret, grant);
  const bytes = Buffer.from(given, 'base64url');
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) return fail('link_invalid');
  return grant.expiresAt.getTime() <= Date.now() ? fail('link_expired') : ok(grant);
}

function signature(secret: string, { key, fileName, expiresAt }: FileGrant): Buffer {
  // Its own label, so that no signature of another kind of link passes here.
  const text = `bucket-file:${JSON.stringify([key, fileName.toWellFormed(), expiresAt.getTime()])}`;
  return createHmac('sha256', secret).update(text).digest();
}
