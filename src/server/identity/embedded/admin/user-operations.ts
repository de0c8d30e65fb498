import * as v from 'valibot';
import { AttributeList, Username } from '../operations/fields.ts';
import { notAuthorized } from '../identity-error.ts';
import { MfaSettings, withSettings } from '../operations/mfa-operations.ts';
import { operation, type OperationTable } from '../protocol.ts';
import type { IdentityPorts } from '../ports.ts';
import { attributeList } from '../tables/user.ts';
import { adminAttributes, changeAttributes, removeAttributes } from './admin-attributes.ts';
import { describeState, existingUser, knownPool } from './admin-fields.ts';

type Ports = Pick<IdentityPorts, 'pool' | 'users' | 'tokens'>;

/** What an administrator does with one user, passwords apart. */
export function createUserOperations(ports: Ports): OperationTable {
  const { users, tokens, pool } = ports;
  const UserPoolId = knownPool(pool);
  const OneUser = v.object({ UserPoolId, Username });
  return {
    AdminGetUser: operation(OneUser, async ({ Username }) => {
      const user = await existingUser(ports, Username);
      const { enabled, preferred } = user.mfa;
      return {
        ...describeState(user),
        UserAttributes: attributeList(user),
        UserMFASettingList: enabled,
        ...(preferred && { PreferredMfaSetting: preferred }),
      };
    }),
    AdminDeleteUser: operation(OneUser, async ({ Username }) => {
      const { sub } = await existingUser(ports, Username);
      await tokens.revokeAll(sub);
      await users.remove(sub);
      return {};
    }),
    AdminEnableUser: operation(OneUser, async ({ Username }) => {
      await users.update((await existingUser(ports, Username)).sub, { isEnabled: true });
      return {};
    }),
    AdminDisableUser: operation(OneUser, async ({ Username }) => {
      const { sub } = await existingUser(ports, Username);
      await users.update(sub, { isEnabled: false });
      // Whoever is let in again signs in again.
      await tokens.revokeAll(sub);
      return {};
    }),
    AdminConfirmSignUp: operation(OneUser, async ({ Username }) => {
      const { sub, status } = await existingUser(ports, Username);
      if (status !== 'UNCONFIRMED') throw notAuthorized(`User cannot be confirmed. Current status is ${status}`);
      await users.update(sub, { status: 'CONFIRMED' });
      return {};
    }),
    AdminUserGlobalSignOut: operation(OneUser, async ({ Username }) => {
      await tokens.revokeAll((await existingUser(ports, Username)).sub);
      return {};
    }),
    AdminSetUserMFAPreference: operation(v.object({ ...OneUser.entries, ...MfaSettings }), async (input) => {
      const { sub } = await existingUser(ports, input.Username);
      await users.change(sub, (user) => ({ mfa: withSettings(pool, user, input) }));
      return {};
    }),
    AdminUpdateUserAttributes: operation(
      v.object({ ...OneUser.entries, UserAttributes: AttributeList }),
      async ({ Username, UserAttributes }) => {
        const changes = adminAttributes(pool, UserAttributes);
        await changeAttributes(ports, await existingUser(ports, Username), changes);
        return {};
      },
    ),
    AdminDeleteUserAttributes: operation(
      v.object({ ...OneUser.entries, UserAttributeNames: v.pipe(v.array(v.string()), v.maxLength(50)) }),
      async ({ Username, UserAttributeNames }) => {
        await removeAttributes(ports, await existingUser(ports, Username), UserAttributeNames);
        return {};
      },
    ),
  };
}
