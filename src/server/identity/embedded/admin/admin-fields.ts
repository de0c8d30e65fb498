import * as v from 'valibot';
import { IdentityError, userNotFound } from '../identity-error.ts';
import type { PoolSettings } from '../pool.ts';
import type { IdentityPorts } from '../ports.ts';
import { attributeList, type IdentityUser } from '../tables/user.ts';

/** Longest page of a list, and the one given where none is asked for. */
const PAGE_MAX = 60;
export const Limit = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PAGE_MAX)), PAGE_MAX);

/** The pool's own id. Throws IdentityError for any other. */
export function knownPool({ userPoolId }: Pick<PoolSettings, 'userPoolId'>) {
  return v.pipe(
    v.string(),
    v.transform((given) => {
      if (given === userPoolId) return given;
      throw new IdentityError('ResourceNotFoundException', 'User pool does not exist.');
    }),
  );
}

/** An administrator may know who exists. Throws IdentityError UserNotFoundException. */
export async function existingUser({ users }: Pick<IdentityPorts, 'users'>, name: string): Promise<IdentityUser> {
  const user = await users.find(name);
  if (!user) throw userNotFound();
  return user;
}

/** A user as lists have them; times in seconds since 1970. */
export function describeUser(user: IdentityUser) {
  return { ...describeState(user), Attributes: attributeList(user) };
}

/** What both descriptions of a user have in common. */
export function describeState({ username, createdAt, updatedAt, isEnabled, status }: IdentityUser) {
  return {
    Username: username,
    UserCreateDate: toSeconds(createdAt),
    UserLastModifiedDate: toSeconds(updatedAt),
    Enabled: isEnabled,
    UserStatus: status,
  };
}

export function toSeconds(time: Date): number {
  return time.getTime() / 1000;
}

/** Where a list goes on, as a text that callers hand back. Throws IdentityError for one that is none of ours. */
export function pageToken(next: string | null): string | undefined {
  return next === null ? undefined : Buffer.from(next).toString('base64url');
}

export function readPageToken(token: string | undefined, form: RegExp): string | null {
  if (token === undefined) return null;
  const after = Buffer.from(token, 'base64url').toString();
  if (form.test(after)) return after;
  throw new IdentityError('InvalidParameterException', 'Invalid pagination token.');
}
