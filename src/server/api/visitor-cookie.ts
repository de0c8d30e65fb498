import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { app } from '#app.config';

/** Owns a guest's downloads, or stands for a user. Set when the page first asks something of us, never by only looking at it. */
const NAME = 'visitor';
export const COOKIE_LIFE_S = 365 * 24 * 60 * 60;
/** What the ids of cookies begin with that stand for users: a guest's never needs to be looked up. */
const OF_USER = 'u';
const VALUE = new RegExp(`(?:^|;\\s*)${NAME}=(${OF_USER}?[0-9a-f-]{36})\\.([\\w-]{43})(?=;|$)`);

export type VisitorCookies = {
  /** The visitor whom a Cookie header names; null: none, or not signed by us. */
  read(cookieHeader: string | null | undefined): string | null;
  /** A new visitor, and the Set-Cookie header that makes the browser remember it. */
  create(options: { isSecure: boolean; isOfUser?: boolean }): { visitorId: string; setCookie: string };
};

/** Whether a visitor's cookie was made for a signed-in user; whether it still stands for one, is looked up. */
export function isOfUser(visitorId: string): boolean {
  return visitorId.startsWith(OF_USER);
}

/** Signed with HMAC-SHA256, so that nobody can be whom he likes; of guests nothing is stored. */
export function createVisitorCookies(secret: string): VisitorCookies {
  const signatureOf = (id: string) => createHmac('sha256', secret).update(`visitor:${id}`).digest();
  return {
    read(cookieHeader) {
      const [, id = '', given = ''] = VALUE.exec(cookieHeader ?? '') ?? [];
      const bytes = Buffer.from(given, 'base64url');
      const expected = signatureOf(id);
      return bytes.length === expected.length && timingSafeEqual(bytes, expected) ? id : null;
    },
    create({ isSecure, isOfUser = false }) {
      const visitorId = `${isOfUser ? OF_USER : ''}${randomUUID()}`;
      const value = `${visitorId}.${signatureOf(visitorId).toString('base64url')}`;
      const site = app.crossOrigin ? '; SameSite=None; Secure' : `; SameSite=Lax${isSecure ? '; Secure' : ''}`;
      return { visitorId, setCookie: `${NAME}=${value}; Max-Age=${COOKIE_LIFE_S}; Path=/; HttpOnly${site}` };
    },
  };
}
