import { randomUUID } from 'node:crypto';
import { ownerOfUser } from '#/server/store/tables/visitor-users.ts';

/** Seconds for which a browser is remembered: as long as its cookie lives. */
export const VISITOR_LIFE_S = 365 * 24 * 60 * 60;

/** What ids begin with that stand for users: a guest's never needs to be looked up. */
export const OF_USER = 'u';

/** The id of a browser that is met for the first time, or whose user signs in. */
export function newVisitorId({ isOfUser }: { isOfUser: boolean }): string {
  return `${isOfUser ? OF_USER : ''}${randomUUID()}`;
}

/** Whether an id was made for a signed-in user; whether it still stands for one, is looked up. */
export function isOfUser(visitorId: string): boolean {
  return visitorId.startsWith(OF_USER);
}

/** Whose the downloads of a visitor are, who may be signed in. An id of a session that has ended stands for nobody. */
export function ownerOfVisitor(userId: string | null | undefined, visitorId: string | null): string | null {
  if (userId) return ownerOfUser(userId);
  return visitorId && !isOfUser(visitorId) ? `visitor:${visitorId}` : null;
}
