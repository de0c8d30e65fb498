import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminGetUserCommand,
  type AdminGetUserCommandOutput,
  AdminRemoveUserFromGroupCommand,
  AdminUserGlobalSignOutCommand,
  CreateGroupCommand,
  paginateListUsersInGroup,
} from '@aws-sdk/client-cognito-identity-provider';
import { ADMIN_GROUP } from '#/model/admin-access.ts';
import type { AdminClient } from './admin-client.ts';

/**
 * `unconfirmed`: somebody signed up with that address and has not shown that it is theirs, so that the password may be anybody's.
 * Nothing was changed.
 */
type AddedAdmin = 'made' | 'known' | 'unconfirmed';

export type Admins = {
  /** Makes a user an administrator, with `temporaryPassword`, if there is none of that address yet. */
  add(email: string, temporaryPassword: string): Promise<AddedAdmin>;
  /** E-mail addresses, or usernames of those who have none. */
  list(): Promise<string[]>;
  /** The user stays, as one like any other, and is signed out everywhere: tokens say who is an administrator. */
  remove(email: string): Promise<void>;
};

/** Who administers the site, by a group of the user pool. Rejects with Amazon Cognito's errors. */
export function createAdmins({ client, userPoolId: UserPoolId }: AdminClient): Admins {
  const member = (Username: string) => ({ UserPoolId, Username, GroupName: ADMIN_GROUP });
  return {
    async add(email, temporaryPassword) {
      const user = await unless('UserNotFoundException', () =>
        client.send(new AdminGetUserCommand({ UserPoolId, Username: email })),
      );
      if (user && !isConfirmed(user, email)) return 'unconfirmed';
      if (!user) await client.send(new AdminCreateUserCommand(newUser(UserPoolId, email, temporaryPassword)));
      await unless('GroupExistsException', () =>
        client.send(new CreateGroupCommand({ UserPoolId, GroupName: ADMIN_GROUP })),
      );
      await client.send(new AdminAddUserToGroupCommand(member(email)));
      return user ? 'known' : 'made';
    },
    async list() {
      const pages = paginateListUsersInGroup({ client }, { UserPoolId, GroupName: ADMIN_GROUP });
      const names = await unless('ResourceNotFoundException', async () => {
        const users = await Array.fromAsync(pages, ({ Users = [] }) => Users);
        return users.flat().map(({ Username = '', Attributes = [] }) => {
          return Attributes.find(({ Name }) => Name === 'email')?.Value ?? Username;
        });
      });
      return names ?? [];
    },
    async remove(email) {
      await client.send(new AdminRemoveUserFromGroupCommand(member(email)));
      await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username: email }));
    },
  };
}

/**
 * Whether an account is known to be that of whom it is taken for: its sign-up was confirmed, and the e-mail address that it goes by is
 * verified. Until then anybody may have signed up with that address, or have written it into their account.
 * @param calledBy the address or the name that the account is known by; a name claims to be nobody else's
 */
export function isConfirmed(
  { UserStatus, UserAttributes = [] }: Pick<AdminGetUserCommandOutput, 'UserStatus' | 'UserAttributes'>,
  calledBy: string,
): boolean {
  const isVerified = UserAttributes.some(({ Name, Value }) => Name === 'email_verified' && Value === 'true');
  return (isVerified || !calledBy.includes('@')) && UserStatus !== 'UNCONFIRMED';
}

/** Somebody at the machine vouches for the address, and tells the password on: nothing is sent. */
function newUser(UserPoolId: string, email: string, TemporaryPassword: string) {
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
  ];
  return { UserPoolId, Username: email, TemporaryPassword, UserAttributes, MessageAction: 'SUPPRESS' } as const;
}

/** null: it was refused by an error of that name. */
export async function unless<T>(name: string, send: () => Promise<T>): Promise<T | null> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Error && error.name === name) return null;
    throw error;
  }
}
