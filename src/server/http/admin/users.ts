import * as v from 'valibot';
import { AdminUser } from '#/model/admin.ts';
import { ok, type Result } from '#/model/failure.ts';
import type { AuditAction } from '#/model/operations.ts';
import type { UserDirectory } from '#/server/identity/user-directory.ts';
import type { Operation, RefusedOperation } from '../operation.ts';
import type { Administrator } from './authorise.ts';
import { listOperations, Search } from './list.ts';
import type { AdminPorts } from './ports.ts';
import { ADMIN_PATH, adminOperation, CONFLICT, UNKNOWN } from './route.ts';

type Deed = {
  action: AuditAction;
  /** Who would shut oneself out is not let. */
  isForOneself: boolean;
  run: (
    directory: UserDirectory,
    user: AdminUser,
    ports: AdminPorts,
  ) => Promise<Result<unknown> | RefusedOperation | void>;
};

/** Sessions on this site end apart from those of the user pool: the visitor's cookie stands for a user without a token. */
const endSessions = ({ accounts }: AdminPorts, { sub }: AdminUser) => accounts.endSessions(sub);

const DISABLE: Deed = {
  action: 'user.disable',
  isForOneself: false,
  async run(directory, user, ports) {
    await directory.disable(user.username);
    // Programs that act for them are locked out for good: who is let in again makes new keys.
    await ports.keyRepository.revokeAll(user.sub);
    return endSessions(ports, user);
  },
};
const ENABLE: Deed = { action: 'user.enable', isForOneself: false, run: (users, user) => users.enable(user.username) };
const SIGN_OUT: Deed = {
  action: 'user.sign-out',
  isForOneself: true,
  async run(directory, user, ports) {
    await directory.signOut(user.username);
    return endSessions(ports, user);
  },
};
const DELETE: Deed = {
  action: 'user.delete',
  isForOneself: false,
  async run(directory, user, { accounts }) {
    // What the site keeps goes first: without the account nobody could ask for it again.
    const erased = await accounts.erase(user.sub);
    if (!erased.ok) return erased;
    await directory.remove(user.username);
  },
};
const PROMOTE: Deed = {
  action: 'user.promote',
  isForOneself: false,
  async run(directory, user) {
    // Whoever signed up with an address, or wrote it into their account, need not be whom the operator takes them for.
    if (!(await directory.promote(user.username))) return CONFLICT;
  },
};
const DEMOTE: Deed = {
  action: 'user.demote',
  isForOneself: false,
  async run(directory, user, ports) {
    await directory.demote(user.username);
    return endSessions(ports, user);
  },
};

/** People with accounts, wherever those are. */
export const USER_LIST = listOperations({
  name: 'users',
  summary: 'People with accounts; searched by the beginning of the e-mail address',
  filters: v.object({ search: Search }),
  row: AdminUser,
  async page({ users }, query, size) {
    const directory = await users();
    return directory ? directory.page(query, size) : { rows: [], cursor: null };
  },
});

export const USER_OPERATIONS = {
  disableUser: deedOperation({
    id: 'postUsersIdDisable',
    method: 'POST',
    path: `${ADMIN_PATH}/users/{id}/disable`,
    summary: 'Locks somebody out, ends their sessions and revokes their API keys',
    deed: DISABLE,
  }),
  enableUser: deedOperation({
    id: 'postUsersIdEnable',
    method: 'POST',
    path: `${ADMIN_PATH}/users/{id}/enable`,
    summary: 'Lets somebody in again',
    deed: ENABLE,
  }),
  signOutUser: deedOperation({
    id: 'postUsersIdSignOut',
    method: 'POST',
    path: `${ADMIN_PATH}/users/{id}/sign-out`,
    summary: 'Ends the sessions of somebody everywhere',
    deed: SIGN_OUT,
  }),
  promoteUser: deedOperation({
    id: 'putUsersIdAdmin',
    method: 'PUT',
    path: `${ADMIN_PATH}/users/{id}/admin`,
    summary: 'Makes somebody an administrator, unless their e-mail address is not known to be theirs',
    deed: PROMOTE,
  }),
  demoteUser: deedOperation({
    id: 'deleteUsersIdAdmin',
    method: 'DELETE',
    path: `${ADMIN_PATH}/users/{id}/admin`,
    summary: 'Makes an administrator one like any other',
    deed: DEMOTE,
  }),
  deleteUser: deedOperation({
    id: 'deleteUsersId',
    method: 'DELETE',
    path: `${ADMIN_PATH}/users/{id}`,
    summary: 'Deletes an account, and everything that is kept of it',
    deed: DELETE,
  }),
};

type Told = Pick<Operation, 'id' | 'method' | 'summary'> & { path: `${typeof ADMIN_PATH}/users/{id}${string}` };

function deedOperation({ deed, ...told }: Told & { deed: Deed }) {
  return adminOperation({ ...told, handle: ({ caller, id }, ports) => done(deed, caller, id, ports) });
}

async function done(
  { action, isForOneself, run }: Deed,
  { actor, userId }: Administrator,
  id: string,
  ports: AdminPorts,
): Promise<Result<null> | RefusedOperation> {
  const directory = await ports.users();
  const user = directory && (await directory.find(id));
  if (!directory || !user) return UNKNOWN;
  if (!isForOneself && user.sub === userId) return CONFLICT;
  const result = await run(directory, user, ports);
  if (result && !result.ok) return result;
  // All servers ask anew, also where the user pool tells them nothing by itself.
  await ports.identity?.tellChanged(user.sub);
  const now = await directory.find(id);
  await ports.audit.note({ actor, action }, { target: user.sub, before: stateOf(user), after: now && stateOf(now) });
  return ok(null);
}

/** Of who may be deleted one day, the log keeps no name. */
function stateOf({ status, isEnabled, isAdmin }: AdminUser): Pick<AdminUser, 'status' | 'isEnabled' | 'isAdmin'> {
  return { status, isEnabled, isAdmin };
}
