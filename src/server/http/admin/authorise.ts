import { ADMIN_GROUP } from '#/model/admin-access.ts';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { Identity } from '#/server/identity/identity.ts';

/** An administrator who calls. */
export type Administrator = {
  /** As the user pool calls them for good: `sub`. */
  userId: string;
  /** Who is noted as having done it: `user:<sub>`. */
  actor: string;
};

/**
 * Lets administrators in, by `Authorization: Bearer <id token>`. Who is one, and whether that sign-in goes on, is asked of the user pool
 * each time: an id token stays what it was though its user was disabled, signed out or taken out of the group `admins`.
 */
export async function authorise(
  { headers }: Pick<Request, 'headers'>,
  identity: Identity | null,
): Promise<Result<Administrator>> {
  const [, token] = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  if (token === undefined || !identity) return fail('unauthorized');
  const verified = await identity.verifyNow(token);
  if (!verified.ok) return fail(verified.failure === 'unavailable' ? 'busy' : 'unauthorized');
  const { id, groups } = verified.value;
  return groups.includes(ADMIN_GROUP) ? ok({ userId: id, actor: `user:${id}` }) : fail('forbidden');
}
