import { m } from '#/language/paraglide/messages.js';

/** The states of Amazon Cognito's `UserStatusType` that a pool still gives. */
const STATUS_TEXT: Record<string, () => string> = {
  CONFIRMED: m.admin_user_confirmed,
  UNCONFIRMED: m.admin_user_unconfirmed,
  FORCE_CHANGE_PASSWORD: m.admin_user_must_change,
  RESET_REQUIRED: m.admin_user_must_reset,
  EXTERNAL_PROVIDER: m.admin_user_external,
};

/** How far an account has come; a pool's own word, where it is one that we do not know. */
export function statusText(status: string): string {
  return STATUS_TEXT[status]?.() ?? status;
}
