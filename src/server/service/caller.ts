import { createHash } from 'node:crypto';
import type { ApiAction, ApiKey } from '#/model/api-key.ts';
import type { Failure } from '#/model/failure.ts';
import { platformOfLink } from '#/model/links/links.ts';
import type { Platform } from '#/model/platform.ts';
import { ownerOfVisitor } from './accounts/visitor-id.ts';
import { canonicalAddress } from './limits/network.ts';

/** Who is counted. */
export type Caller = {
  /** `visitor:<id>`, `user:<sub>`, `key:<id>`; null: no cookie yet. */
  owner: string | null;
  /** In its canonical form; null: not known. */
  address: string | null;
  /** Of a client with a key of its own: what it may do. The site's key has none. */
  key?: ApiKey;
  /** Of a browser that calls as a signed-in user: its cookie, and with it the session. */
  visitorId?: string;
};

/** The visitor that the site calls for: whose downloads these are, and whose limits count. */
export type OnBehalf = {
  /** null: has no cookie yet. */
  visitorId: string | null;
  /** `sub` of who is signed in; null: a guest. */
  userId?: string | null;
  /** Network address; null: not known. */
  address: string | null;
};

/** Whose the downloads are that the site has made in nobody's name. By a hash: the key itself stands in no table. */
export function ownerOfSite(apiKey: string): string {
  return `key:${createHash('sha256').update(apiKey).digest('hex').slice(0, 16)}`;
}

/** Who is counted where the site calls, for somebody or in nobody's name. */
export function callerOfSite(onBehalf: OnBehalf | undefined, siteOwner: string): Caller {
  const { userId = null, visitorId = null, address: given = null } = onBehalf ?? {};
  const address = canonicalAddress(given ?? '');
  if (userId || visitorId || address) return { owner: ownerOfVisitor(userId, visitorId), address };
  return { owner: siteOwner, address: null };
}

/** Failure of a caller whose key is not for this; null: it may. Visitors may do all there is. */
export function forbiddenAction({ key }: Caller, action: ApiAction): Failure | null {
  return !key || key.scopes.actions.includes(action) ? null : { code: 'forbidden' };
}

/** The same of a platform. */
export function forbiddenPlatform({ key }: Caller, platform: Platform): Failure | null {
  return !key?.scopes.platforms || key.scopes.platforms.includes(platform) ? null : { code: 'forbidden', platform };
}

/** The same of the platforms of links, as far as their text tells. */
export function forbiddenLink(caller: Caller, links: readonly string[]): Failure | null {
  for (const link of links) {
    const platform = platformOfLink(link);
    const forbidden = platform && forbiddenPlatform(caller, platform);
    if (forbidden) return forbidden;
  }
  return null;
}
