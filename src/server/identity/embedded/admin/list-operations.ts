import * as v from 'valibot';
import { invalidParameter } from '../identity-error.ts';
import { operation, type OperationTable } from '../protocol.ts';
import type { IdentityPorts } from '../ports.ts';
import type { UserFilter } from '../tables/user-filter.ts';
import { describeUser, knownPool, Limit, pageToken, readPageToken } from './admin-fields.ts';
import { existingGroup, GroupName } from './group-operations.ts';

type Ports = Pick<IdentityPorts, 'pool' | 'users' | 'groups'>;

const Token = v.optional(v.string());
/** A time and a sub, as the user repository tells them. */
const PAGE_FORM = /^\d{4}-\d\d-\d\dT[\d:.]{12}Z [\da-f-]{36}$/;

/** Lists of users, oldest first, page by page. */
export function createListOperations(ports: Ports): OperationTable {
  const { users, pool } = ports;
  const UserPoolId = knownPool(pool);
  return {
    ListUsers: operation(
      v.object({
        UserPoolId,
        Limit,
        PaginationToken: Token,
        Filter: v.optional(v.pipe(v.string(), v.maxLength(256)), ''),
        AttributesToGet: v.optional(v.array(v.string())),
      }),
      async ({ Limit, PaginationToken, Filter, AttributesToGet }) => {
        const after = readPageToken(PaginationToken, PAGE_FORM);
        const page = await users.list({ filter: readFilter(Filter), group: null, after, limit: Limit });
        const described = page.users.map(describeUser).map(({ Attributes, ...user }) => ({
          ...user,
          Attributes: Attributes.filter(({ Name }) => AttributesToGet?.includes(Name) ?? true),
        }));
        return { Users: described, PaginationToken: pageToken(page.next) };
      },
    ),
    ListUsersInGroup: operation(
      v.object({ UserPoolId, GroupName, Limit, NextToken: Token }),
      async ({ GroupName, Limit, NextToken }) => {
        const { name } = await existingGroup(ports, GroupName);
        const after = readPageToken(NextToken, PAGE_FORM);
        const page = await users.list({ filter: null, group: name, after, limit: Limit });
        return { Users: page.users.map(describeUser), NextToken: pageToken(page.next) };
      },
    ),
  };
}

/** What Amazon Cognito searches by, and the user repository's name for it. */
const SEARCHABLE: Readonly<Record<string, string>> = {
  username: 'username',
  sub: 'sub',
  email: 'email',
  phone_number: 'phone_number',
  name: 'name',
  given_name: 'given_name',
  family_name: 'family_name',
  preferred_username: 'preferred_username',
  'cognito:user_status': 'status',
  status: 'status',
};

/** `name = "value"`, or `name ^= "beginning"`; null: everybody. Throws IdentityError. */
function readFilter(filter: string): UserFilter | null {
  if (filter.trim() === '') return null;
  const [, asked = '', sign, quoted = ''] = /^\s*"?([\w:]+)"?\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(filter) ?? [];
  const name = Object.hasOwn(SEARCHABLE, asked) ? SEARCHABLE[asked] : undefined;
  if (name === undefined) throw invalidParameter('Error while parsing filter.');
  return { name, value: quoted.replaceAll(/\\(.)/g, '$1'), isPrefix: sign === '^=' };
}
