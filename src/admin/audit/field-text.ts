import { languageName } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { KEY_LIMIT_TEXT } from '../keys/limit-text.ts';

/** Fields of what operators change, by the way to them. */
const FIELD_TEXT: Record<string, () => string> = {
  // Versions of the extractor, which were noted without a field once.
  '': m.admin_engine_extractor,
  version: m.admin_engine_extractor,
  state: m.admin_list_state,
  status: m.admin_field_status,
  notes: m.admin_cases_notes,
  rules: m.admin_nav_rules,
  kind: m.admin_rules_kind,
  platform: m.admin_list_platform,
  value: m.admin_rules_value,
  reason: m.admin_reason,
  caseId: m.admin_rules_of_case,
  isEnabled: m.admin_field_enabled,
  isAdmin: m.admin_user_admin,
  isOn: m.admin_field_on,
  notice: m.admin_field_notice,
  name: m.account_keys_name,
  prefix: m.admin_field_prefix,
  userId: m.admin_keys_owner,
  'scopes.platforms': m.account_keys_platforms,
  'scopes.networks': m.account_keys_networks,
  'scopes.actions': m.account_keys_actions,
  'limits.resolutions': KEY_LIMIT_TEXT.resolutions,
  'limits.downloads': KEY_LIMIT_TEXT.downloads,
  'limits.gigabytesPerDay': KEY_LIMIT_TEXT.gigabytesPerDay,
  'limits.transfers': KEY_LIMIT_TEXT.transfers,
  hasWebhooks: m.account_keys_webhooks,
  expiresAt: m.admin_keys_expiry,
  revokedAt: m.admin_keys_revoked,
  lastUsedAt: m.admin_keys_last_used,
  youtubePlayerClients: m.admin_field_clients,
  workers: m.admin_field_workers,
  workersPerPlatform: m.admin_field_workers_platform,
  canonicalUrl: m.admin_rule_url,
  title: m.admin_title,
  formatId: m.admin_field_format,
  attempt: m.admin_failed_files_attempts,
  downloadId: m.admin_field_download,
  'failure.code': m.admin_reason,
  'failure.platform': m.admin_list_platform,
};

/** What the log calls a field; its own name, where it is none that we know. */
export function fieldText(path: readonly string[]): string {
  const [first = '', ...rest] = path;
  if (first === 'notice' && rest[0] !== undefined)
    return m.admin_named({ action: m.admin_field_notice(), name: languageName(rest[0]) });
  return FIELD_TEXT[path.join('.')]?.() ?? path.join('.');
}
