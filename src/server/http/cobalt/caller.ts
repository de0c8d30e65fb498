import type { Failure } from '#/model/failure.ts';
import type { RequestAuthenticator } from '../authenticate.ts';
import type { Caller } from '#/server/service/caller.ts';
import type { CobaltCode } from './errors.ts';

/** Who may ask: everybody, guests by the limits of their address; or clients with a key alone. */
export type CobaltAccess = 'open' | 'keys';

type CobaltCaller =
  | { caller: Caller; /** Of a client with a key. */ owner: string | null }
  | { code: CobaltCode }
  | { failure: Failure };

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Who calls. Clients send `Authorization: Api-Key <key>`, some of them always, with nothing behind it where no key is set: that is no
 * key. `Bearer` tokens are of a session that this server does not have, and say nothing.
 */
export async function cobaltCaller(
  request: Request & { ip?: string | undefined },
  authenticator: Pick<RequestAuthenticator, 'ofKey' | 'addressOf'>,
  access: CobaltAccess,
): Promise<CobaltCaller> {
  const key = keyOf(request.headers);
  if (key === null) {
    if (access === 'keys') return { code: 'auth.key.missing' };
    const address = authenticator.addressOf(request.ip, request.headers.get('x-forwarded-for'));
    return { caller: { owner: null, address }, owner: null };
  }
  const caller = await authenticator.ofKey(request);
  if (caller.ok) return { caller: caller.value, owner: caller.value.owner };
  if (caller.failure.code !== 'unauthorized') return { failure: caller.failure };
  // Keys of cobalt's own are UUIDs; whatever else is none at all.
  return { code: UUID.test(key) ? 'auth.key.not_found' : 'auth.key.invalid' };
}

/** null: none was given. */
function keyOf(headers: Headers): string | null {
  const own = headers.get('api-key');
  if (own) return own;
  const [, key = ''] = /^\s*Api-Key\s+(\S+)/i.exec(headers.get('authorization') ?? '') ?? [];
  return key || null;
}
