import { ACCESS_TOKEN_HEADER, ADMIN_GROUP } from '#/model/admin-access.ts';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { Identity } from '#/server/identity/identity.ts';

/**
 * Lets administrators in, by `Authorization: Bearer <id token>` of the group `admins`, and the access token of the same sign-in, for
 * which the pool itself is asked each time: an id token stays valid though its user was disabled, signed out or taken out of the group.
 */
export async function authorise({ headers }: Request, identity: Identity | null): Promise<Result<{ id: string }>> {
  const [, token] = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  if (token === undefined || !identity) return fail('unauthorized');
  const verified = await identity.verify(token);
  if (!verified.ok) return fail(verified.failure === 'unavailable' ? 'busy' : 'unauthorized');
  const { id, groups } = verified.value;
  if (!groups.includes(ADMIN_GROUP)) return fail('forbidden');
  const accessToken = headers.get(ACCESS_TOKEN_HEADER);
  return accessToken !== null && (await identity.isLive(accessToken, id)) ? ok({ id }) : fail('unauthorized');
}
