import { createHash } from 'node:crypto';
import { ownerOfVisitor } from './accounts/visitor-id.ts';
import type { Caller } from './limits/caller.ts';
import { canonicalAddress } from './limits/network.ts';

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
