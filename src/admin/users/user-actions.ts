import { m } from '#/language/paraglide/messages.js';
import type { AdminUser } from '#/model/admin.ts';
import type { AuditAction } from '#/model/operations.ts';
import type { OperationName } from '../operations.ts';

/** What can be done with an account: as the log and the API call it, what it is called here, and what comes of it. */
type UserAction = {
  action: Extract<AuditAction, `user.${string}`>;
  operation: Extract<OperationName, `${string}User`>;
  label: () => string;
  text: () => string;
};

const DISABLE: UserAction = {
  action: 'user.disable',
  operation: 'disableUser',
  label: m.admin_user_disable,
  text: m.admin_user_disable_text,
};
const ENABLE: UserAction = {
  action: 'user.enable',
  operation: 'enableUser',
  label: m.admin_user_enable,
  text: m.admin_user_enable_text,
};
const SIGN_OUT: UserAction = {
  action: 'user.sign-out',
  operation: 'signOutUser',
  label: m.account_sign_out_everywhere,
  text: m.admin_user_sign_out_text,
};
const PROMOTE: UserAction = {
  action: 'user.promote',
  operation: 'promoteUser',
  label: m.admin_user_promote,
  text: m.admin_user_promote_text,
};
const DEMOTE: UserAction = {
  action: 'user.demote',
  operation: 'demoteUser',
  label: m.admin_user_demote,
  text: m.admin_user_demote_text,
};
const DELETE: UserAction = {
  action: 'user.delete',
  operation: 'deleteUser',
  label: m.admin_user_delete,
  text: m.admin_user_delete_text,
};

/** What makes sense for an account. With one's own only what does not shut oneself out: the API refuses the rest. */
export function userActions({ sub, status, isEnabled, isAdmin }: AdminUser, ownSub: string): UserAction[] {
  if (sub === ownSub) return [SIGN_OUT];
  // Whoever signed up with an address need not be whose it is.
  const rank = isAdmin ? [DEMOTE] : status === 'UNCONFIRMED' ? [] : [PROMOTE];
  return [isEnabled ? DISABLE : ENABLE, SIGN_OUT, ...rank, DELETE];
}
