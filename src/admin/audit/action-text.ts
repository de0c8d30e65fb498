import { m } from '#/language/paraglide/messages.js';
import type { AuditAction } from '#/model/operations.ts';

/** What operators did, as the log and the pages where it was done say it. */
export const AUDIT_ACTION_TEXT: Record<AuditAction, () => string> = {
  'rule.add': m.admin_did_rule_add,
  'rule.remove': m.admin_did_rule_remove,
  'case.decide': m.admin_did_case_decide,
  'platform.switch': m.admin_did_platform_switch,
  'route.switch': m.admin_did_route_switch,
  'engine.configure': m.admin_did_engine_configure,
  'extractor.update': m.admin_did_extractor_update,
  'extractor.rollback': m.admin_did_extractor_rollback,
  'download.cancel': m.admin_did_download_cancel,
  'letter.retry': m.admin_did_letter_retry,
  'letter.discard': m.admin_did_letter_discard,
  'key.create': m.admin_did_key_create,
  'key.revoke': m.admin_did_key_revoke,
  'user.disable': m.admin_did_user_disable,
  'user.enable': m.admin_did_user_enable,
  'user.sign-out': m.admin_did_user_sign_out,
  'user.delete': m.admin_did_user_delete,
  'user.promote': m.admin_did_user_promote,
  'user.demote': m.admin_did_user_demote,
};

/** `User disabled: someone@example.org` */
export function didText(action: AuditAction, name: string): string {
  return m.admin_named({ action: AUDIT_ACTION_TEXT[action](), name });
}
