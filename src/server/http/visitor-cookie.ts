import { createHmac, timingSafeEqual } from 'node:crypto';
import { newVisitorId, OF_USER, VISITOR_LIFE_S } from '#/server/service/accounts/visitor-id.ts';

/** Owns a guest's downloads, or stands for a user. Set when the page first asks something of us, never by only looking at it. */
const NAME = 'visitor';
/**
 * Its name where the site is reached by https: browsers take a cookie of this prefix from this very host only, so that no other one below
 * the same domain can plant it. Browsers that had the other name before keep being known by it, and get this one.
 */
const HOST_NAME = `__Host-${NAME}`;
const valueOf = (name: string) => new RegExp(`(?:^|;\\s*)${name}=(${OF_USER}?[0-9a-f-]{36})\\.([\\w-]{43})(?=;|$)`);
const [HOST_VALUE, VALUE] = [valueOf(HOST_NAME), valueOf(NAME)];

export type VisitorCookies = {
  /** The visitor whom a Cookie header names; null: none, or not signed by us. */
  read(cookieHeader: string | null | undefined): string | null;
  /** The Set-Cookie header that makes a browser remember a visitor. */
  of(visitorId: string, options: { isSecure: boolean }): string;
  /** A new visitor, and the Set-Cookie header that makes the browser remember it. */
  create(options: { isSecure: boolean; isOfUser?: boolean }): { visitorId: string; setCookie: string };
  /** The Set-Cookie header by which a browser that has the former name only has the new one too; null: nothing is to be done. */
  renew(cookieHeader: string | null | undefined, options: { isSecure: boolean }): string | null;
};

/**
 * Signed with HMAC-SHA256, so that nobody can be whom he likes; of guests nothing is stored.
 * @param isEmbeddable whether pages of other sites may show this one: browsers then send the cookie there, too
 */
export function createVisitorCookies(secret: string, { isEmbeddable = false } = {}): VisitorCookies {
  const signatureOf = (id: string) => createHmac('sha256', secret).update(`visitor:${id}`).digest();
  const readBy = (pattern: RegExp, cookieHeader: string | null | undefined): string | null => {
    const [, id = '', given = ''] = pattern.exec(cookieHeader ?? '') ?? [];
    const bytes = Buffer.from(given, 'base64url');
    const expected = signatureOf(id);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected) ? id : null;
  };
  const setCookieOf = (visitorId: string, isSecure: boolean): string => {
    const value = `${visitorId}.${signatureOf(visitorId).toString('base64url')}`;
    const site = `${isEmbeddable ? 'SameSite=None' : 'SameSite=Lax'}${isSecure || isEmbeddable ? '; Secure' : ''}`;
    return `${isSecure ? HOST_NAME : NAME}=${value}; Max-Age=${VISITOR_LIFE_S}; Path=/; HttpOnly; ${site}`;
  };
  return {
    read: (cookieHeader) => readBy(HOST_VALUE, cookieHeader) ?? readBy(VALUE, cookieHeader),
    of: (visitorId, { isSecure }) => setCookieOf(visitorId, isSecure),
    create({ isSecure, isOfUser = false }) {
      const visitorId = newVisitorId({ isOfUser });
      return { visitorId, setCookie: setCookieOf(visitorId, isSecure) };
    },
    renew(cookieHeader, { isSecure }) {
      if (!isSecure || readBy(HOST_VALUE, cookieHeader) !== null) return null;
      const visitorId = readBy(VALUE, cookieHeader);
      return visitorId === null ? null : setCookieOf(visitorId, isSecure);
    },
  };
}
