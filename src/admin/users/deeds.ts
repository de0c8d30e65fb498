import { m } from '#/language/paraglide/messages.js';
import type { AdminUser } from '#/model/admin.ts';
import type { AuditAction } from '#/model/operations.ts';

/** What can be done with an account: its name, what comes of it, and how the log calls it. */
export type UserDeed = { action: Extract<AuditAction, `user.${string}`>; label: () => string; text: () => string };

const DISABLE: UserDeed = { action: 'user.disable', label: m.admin_user_disable, text: m.admin_user_disable_text };
const ENABLE: UserDeed = { action: 'user.enable', label: m.admin_user_enable, text: m.admin_user_enable_text };
const PROMOTE: UserDeed = { action: 'user.promote', label: m.admin_user_promote, text: m.admin_user_promote_text };
const DEMOTE: UserDeed = { action: 'user.demote', label: m.admin_user_demote, text: m.admin_user_demote_text };
const DELETE: UserDeed = { action: 'user.delete', label: m.admin_user_delete, text: m.admin_user_delete_text };
const SIGN_OUT: UserDeed = {
  action: 'user.sign-out',
  label: m.account_sign_out_everywhere,
  text: m.admin_user_sign_out_text,
};

/** What makes sense for an account. With one's own only what does not shut oneself out: the API refuses the rest. */
export function deedsFor({ sub, isEnabled, isAdmin }: AdminUser, ownSub: string): UserDeed[] {
  if (sub === ownSub) return [SIGN_OUT];
  return [isEnabled ? DISABLE : ENABLE, SIGN_OUT, isAdmin ? DEMOTE : PROMOTE, DELETE];
}
