import * as v from 'valibot';
import type { Address } from '../tables/codes.ts';
import { ClientMetadata, Password, Username } from '../operations/fields.ts';
import { invalidParameter, notAuthorized } from '../identity-error.ts';
import { operation, type OperationTable } from '../protocol.ts';
import type { IdentityPorts } from '../ports.ts';
import { type IdentityUser, verifiedAddress } from '../tables/user.ts';
import { existingUser, knownPool } from './admin-fields.ts';
import { namesOf } from '../crypto/passwords.ts';

type Ports = Pick<IdentityPorts, 'pool' | 'users' | 'passwords' | 'codes' | 'attempts' | 'tokens'>;

/** What an administrator does about passwords; nobody is told one. */
export function createAdminPasswordOperations(ports: Ports): OperationTable {
  const { pool, users, passwords, codes, attempts, tokens } = ports;
  const OneUser = v.object({ UserPoolId: knownPool(pool), Username });
  return {
    AdminSetUserPassword: operation(
      v.object({ ...OneUser.entries, Password, Permanent: v.optional(v.boolean(), false) }),
      async ({ Username, Password, Permanent }) => {
        const user = await existingUser(ports, Username);
        const { sub, status } = user;
        if (status === 'EXTERNAL_PROVIDER') throw invalidParameter('The user signs in by another provider.');
        passwords.refuseWeak(Password, [Username, ...namesOf(user)]);
        const changed = {
          ...(await passwords.hash(sub, Password)),
          status: Permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD',
        } as const;
        await users.update(sub, changed);
        await attempts.clear(sub);
        await tokens.revokeAll(sub);
        return {};
      },
    ),
    AdminResetUserPassword: operation(
      v.object({ ...OneUser.entries, ClientMetadata }),
      async ({ Username, ClientMetadata }) => {
        const user = await existingUser(ports, Username);
        if (user.status !== 'CONFIRMED' && user.status !== 'RESET_REQUIRED') {
          throw notAuthorized('User password cannot be reset in the current state.');
        }
        const locale = user.attributes['locale'] ?? ClientMetadata['locale'];
        const address = addressOf(user);
        await users.update(user.sub, { status: 'RESET_REQUIRED' });
        await codes.send({ sub: user.sub, purpose: 'forgot-password', address, locale });
        return {};
      },
    ),
  };
}

/** Throws IdentityError where no address is known to be the user's. */
function addressOf(user: IdentityUser): Address {
  for (const attribute of ['email', 'phone_number'] as const) {
    const destination = verifiedAddress(user, attribute);
    if (destination !== null) return { attribute, destination };
  }
  throw invalidParameter('Cannot reset password for the user as there is no registered/verified email or phone_number');
}
