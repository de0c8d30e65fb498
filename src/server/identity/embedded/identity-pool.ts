import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { IdentityError, notAuthorized } from './identity-error.ts';
import { createIdentityIds } from './tables/identity-ids.ts';
import type { IdentityPorts } from './ports.ts';
import { operation, type OperationTable } from './protocol.ts';

type Ports = Pick<IdentityPorts, 'pool' | 'tokens' | 'sessions' | 'encrypter' | 'now'>;

/** Id tokens by who issued them, without the scheme. */
const Logins = v.optional(
  v.pipe(
    v.record(v.string(), v.pipe(v.string(), v.maxLength(50_000))),
    v.check((logins) => Object.keys(logins).length <= 1),
  ),
  {},
);
const IdentityId = v.pipe(v.string(), v.minLength(1), v.maxLength(55));
const GetId = v.object({ IdentityPoolId: IdentityId, Logins });
const GetCredentialsForIdentity = v.object({ IdentityId, Logins });

/** Amazon Cognito's default, in seconds. */
const CREDENTIALS_VALID_S = 60 * 60;

/**
 * The identity pool's operations: an id and credentials, for users by their id token and, where `allowsGuests`, for everybody. The
 * credentials are random: nothing here is signed with them, and nothing checks them.
 */
export function createIdentityPoolOperations(
  ports: Ports,
  { allowsGuests = true }: { allowsGuests: boolean | undefined },
): OperationTable {
  const ids = createIdentityIds(ports.encrypter);
  return {
    GetId: operation(GetId, async ({ IdentityPoolId, Logins }) => {
      if (IdentityPoolId !== ports.pool.identityPoolId) {
        throw new IdentityError('ResourceNotFoundException', `IdentityPool '${IdentityPoolId}' not found.`);
      }
      const sub = await subOf(ports, Logins);
      if (sub === null && !allowsGuests) throw guestsRefused();
      return { IdentityId: sub === null ? ids.newGuest() : ids.ofUser(sub) };
    }),
    GetCredentialsForIdentity: operation(GetCredentialsForIdentity, async ({ IdentityId, Logins }) => {
      const sub = await subOf(ports, Logins);
      if (sub === null && !allowsGuests) throw guestsRefused();
      const own = sub !== null && ids.ofUser(sub);
      // A guest who signs in goes on under the id of the user.
      if (IdentityId !== own && !ids.isGuest(IdentityId)) {
        throw notAuthorized(`Access to Identity '${IdentityId}' is forbidden.`);
      }
      return { IdentityId: own || IdentityId, Credentials: newCredentials(ports.now()) };
    }),
  };
}

/** null: a guest. Throws where a token is another issuer's, does not hold, or its session has ended. */
async function subOf({ pool, tokens, sessions }: Ports, logins: v.InferOutput<typeof Logins>): Promise<string | null> {
  const [login] = Object.entries(logins);
  if (!login) return null;
  const [issuer, token] = login;
  if (`https://${issuer}` !== pool.issuer && `http://${issuer}` !== pool.issuer) {
    throw notAuthorized('Token is not from a supported provider of this identity pool.');
  }
  const { sub, origin_jti: originJti } = await tokens.idToken(token);
  const found = typeof originJti === 'string' ? await sessions.find(originJti) : null;
  const isLive = found?.user?.isEnabled === true && found.session.revokedAt === null;
  if (!isLive || found.user?.sub !== sub) throw notAuthorized('Invalid login token. Token is revoked.');
  return sub;
}

function newCredentials(nowMs: number) {
  return {
    AccessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
    SecretKey: randomBytes(30).toString('base64url'),
    SessionToken: randomBytes(48).toString('base64url'),
    Expiration: Math.floor(nowMs / 1000) + CREDENTIALS_VALID_S,
  };
}

function guestsRefused(): IdentityError {
  return notAuthorized('Unauthenticated access is not supported for this identity pool.');
}
