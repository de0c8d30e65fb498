import { randomBytes } from 'node:crypto';

/** For addresses of media: each answer of a real platform that signs them has addresses of its own. */
export function freshId(): string {
  return randomBytes(6).toString('base64url');
}
