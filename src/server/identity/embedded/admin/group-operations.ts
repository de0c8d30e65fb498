import * as v from 'valibot';
import { Username } from '../operations/fields.ts';
import type { Group } from '../tables/groups.ts';
import { IdentityError } from '../identity-error.ts';
import { operation, type OperationTable } from '../protocol.ts';
import type { IdentityPorts } from '../ports.ts';
import { existingUser, knownPool, Limit, pageToken, readPageToken, toSeconds } from './admin-fields.ts';

type Ports = Pick<IdentityPorts, 'pool' | 'users' | 'groups'>;

export const GroupName = v.pipe(v.string(), v.regex(/^[\p{L}\p{M}\p{S}\p{N}\p{P}]{1,128}$/u));
const Token = v.optional(v.string());

/** Groups, and who is in them. Tokens carry the groups of their user as `cognito:groups`. */
export function createGroupOperations(ports: Ports): OperationTable {
  const { groups, pool } = ports;
  const UserPoolId = knownPool(pool);
  const OneGroup = v.object({ UserPoolId, GroupName });
  const Member = v.object({ ...OneGroup.entries, Username });
  const describe = (group: Group) => describeGroup(pool.userPoolId, group);
  return {
    CreateGroup: operation(
      v.object({
        ...OneGroup.entries,
        Description: v.optional(v.pipe(v.string(), v.maxLength(2_048))),
        Precedence: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_647))),
      }),
      async ({ GroupName, Description = null, Precedence = null }) => {
        const group = { name: GroupName, description: Description, precedence: Precedence };
        if (!(await groups.create(group))) {
          throw new IdentityError('GroupExistsException', 'A group with the name already exists.');
        }
        return { Group: describe(await existingGroup(ports, GroupName)) };
      },
    ),
    GetGroup: operation(OneGroup, async ({ GroupName }) => ({
      Group: describe(await existingGroup(ports, GroupName)),
    })),
    DeleteGroup: operation(OneGroup, async ({ GroupName }) => {
      await groups.remove((await existingGroup(ports, GroupName)).name);
      return {};
    }),
    ListGroups: operation(v.object({ UserPoolId, Limit, NextToken: Token }), async ({ Limit, NextToken }) =>
      pageOf((await groups.list()).map(describe), Limit, NextToken),
    ),
    AdminAddUserToGroup: operation(Member, async ({ GroupName, Username }) => {
      const { name } = await existingGroup(ports, GroupName);
      await groups.addMember(name, (await existingUser(ports, Username)).sub);
      return {};
    }),
    AdminRemoveUserFromGroup: operation(Member, async ({ GroupName, Username }) => {
      const { name } = await existingGroup(ports, GroupName);
      await groups.removeMember(name, (await existingUser(ports, Username)).sub);
      return {};
    }),
    AdminListGroupsForUser: operation(
      v.object({ UserPoolId, Username, Limit, NextToken: Token }),
      async ({ Username, Limit, NextToken }) => {
        const { sub } = await existingUser(ports, Username);
        return pageOf((await groups.of(sub)).map(describe), Limit, NextToken);
      },
    ),
  };
}

/** Throws IdentityError ResourceNotFoundException. */
export async function existingGroup({ groups }: Pick<Ports, 'groups'>, name: string): Promise<Group> {
  const group = await groups.get(name);
  if (!group) throw new IdentityError('ResourceNotFoundException', 'Group not found.');
  return group;
}

function describeGroup(userPoolId: string, { name, description, precedence, createdAt, modifiedAt }: Group) {
  return {
    GroupName: name,
    UserPoolId: userPoolId,
    ...(description !== null && { Description: description }),
    ...(precedence !== null && { Precedence: precedence }),
    CreationDate: toSeconds(createdAt),
    LastModifiedDate: toSeconds(modifiedAt),
  };
}

/** The token is the name of the last group of the page before. */
function pageOf(all: readonly ReturnType<typeof describeGroup>[], limit: number, token: string | undefined) {
  const after = readPageToken(token, /^.{1,128}$/u);
  const begin = after === null ? 0 : all.findIndex(({ GroupName }) => GroupName === after) + 1;
  const page = all.slice(begin, begin + limit);
  const hasMore = begin + limit < all.length;
  return { Groups: page, NextToken: pageToken(hasMore ? (page.at(-1)?.GroupName ?? null) : null) };
}
