import {
  AdminAddUserToGroupCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  CreateGroupCommand,
  ListUsersCommand,
  paginateListUsersInGroup,
} from '@aws-sdk/client-cognito-identity-provider';
import { ADMIN_GROUP } from '#/model/admin-access.ts';
import type { AdminUser } from '#/model/admin.ts';
import type { AdminClient } from './admin-client.ts';
import { isConfirmed, unless } from './admins.ts';

/** Who has an account, wherever the accounts are. Rejects with Amazon Cognito's errors. */
export type UserDirectory = {
  /** A page, by the beginning of the e-mail address, of all if it is empty; null: the cursor is none of the pool's. */
  page(query: { search: string; cursor: string | null }, size: number): Promise<UserPage | null>;
  /** null: there is none of that name. */
  find(username: string): Promise<AdminUser | null>;
  /** An address that is known to be theirs of who is enabled, by the `sub`; null: there is none. */
  addressOf(userId: string): Promise<string | null>;
  enable(username: string): Promise<void>;
  /** Signs out everywhere, too. */
  disable(username: string): Promise<void>;
  signOut(username: string): Promise<void>;
  remove(username: string): Promise<void>;
  /**
   * Tokens say who is an administrator: the next sign-in brings it. false: nobody has shown that the account is that of whom it is
   * taken for (`isConfirmed`), and nothing was changed.
   */
  promote(username: string): Promise<boolean>;
  /** Signs out everywhere, too: tokens that say otherwise must not stay in use. */
  demote(username: string): Promise<void>;
};

export type UserPage = { rows: AdminUser[]; cursor: string | null };

/** What a pool gives at once. */
const MAX_PAGE = 60;

type Described = {
  Username?: string | undefined;
  Attributes?: AttributeType[] | undefined;
  UserStatus?: string | undefined;
  Enabled?: boolean | undefined;
  UserCreateDate?: Date | undefined;
};

export function createUserDirectory({ client, userPoolId: UserPoolId }: AdminClient): UserDirectory {
  const one = (Username: string) => ({ UserPoolId, Username });
  const member = (Username: string) => ({ UserPoolId, Username, GroupName: ADMIN_GROUP });

  async function adminNames(): Promise<Set<string>> {
    const pages = paginateListUsersInGroup({ client }, { UserPoolId, GroupName: ADMIN_GROUP });
    const users = await unless('ResourceNotFoundException', () => Array.fromAsync(pages, ({ Users = [] }) => Users));
    return new Set((users ?? []).flat().map(({ Username = '' }) => Username));
  }

  return {
    async page({ search, cursor }, size) {
      const quoted = search.replaceAll(/["\\]/g, String.raw`\$&`);
      const command = new ListUsersCommand({
        UserPoolId,
        Limit: Math.min(size, MAX_PAGE),
        ...(search !== '' && { Filter: `email ^= "${quoted}"` }),
        ...(cursor !== null && { PaginationToken: cursor }),
      });
      const listed = await unless('InvalidParameterException', () => client.send(command));
      if (!listed) return null;
      const admins = await adminNames();
      const rows = (listed.Users ?? []).map((user) => described(user, admins.has(user.Username ?? '')));
      return { rows, cursor: listed.PaginationToken ?? null };
    },
    async find(username) {
      const user = await unless('UserNotFoundException', () => client.send(new AdminGetUserCommand(one(username))));
      if (!user) return null;
      const { Groups = [] } = await client.send(new AdminListGroupsForUserCommand(one(username)));
      const isAdmin = Groups.some(({ GroupName }) => GroupName === ADMIN_GROUP);
      return described({ ...user, Attributes: user.UserAttributes }, isAdmin);
    },
    async addressOf(userId) {
      const quoted = userId.replaceAll(/["\\]/g, String.raw`\$&`);
      const listed = await client.send(new ListUsersCommand({ UserPoolId, Filter: `sub = "${quoted}"`, Limit: 1 }));
      const [user] = listed.Users ?? [];
      const valueOf = (name: string) => user?.Attributes?.find(({ Name }) => Name === name)?.Value;
      return user?.Enabled === true && valueOf('email_verified') === 'true' ? (valueOf('email') ?? null) : null;
    },
    async enable(username) {
      await client.send(new AdminEnableUserCommand(one(username)));
    },
    async disable(username) {
      await client.send(new AdminDisableUserCommand(one(username)));
      await client.send(new AdminUserGlobalSignOutCommand(one(username)));
    },
    async signOut(username) {
      await client.send(new AdminUserGlobalSignOutCommand(one(username)));
    },
    async remove(username) {
      await client.send(new AdminDeleteUserCommand(one(username)));
    },
    async promote(username) {
      const user = await client.send(new AdminGetUserCommand(one(username)));
      const email = user.UserAttributes?.find(({ Name }) => Name === 'email')?.Value;
      if (!isConfirmed(user, email ?? user.Username ?? username)) return false;
      const group = new CreateGroupCommand({ UserPoolId, GroupName: ADMIN_GROUP });
      await unless('GroupExistsException', () => client.send(group));
      await client.send(new AdminAddUserToGroupCommand(member(username)));
      return true;
    },
    async demote(username) {
      await client.send(new AdminRemoveUserFromGroupCommand(member(username)));
      await client.send(new AdminUserGlobalSignOutCommand(one(username)));
    },
  };
}

function described(
  { Username = '', Attributes = [], UserStatus = '', Enabled = true, UserCreateDate }: Described,
  isAdmin: boolean,
): AdminUser {
  const valueOf = (name: string) => Attributes.find(({ Name }) => Name === name)?.Value ?? null;
  return {
    username: Username,
    sub: valueOf('sub') ?? Username,
    email: valueOf('email'),
    status: UserStatus,
    isEnabled: Enabled,
    isAdmin,
    createdAt: UserCreateDate?.toISOString() ?? null,
  };
}
