import { m as text } from './paraglide/messages.js';

/** What a visitor reads of each way in which the identity service, or the way to it, can refuse. */
const REMOTE_ERROR_TEXT = {
  unknown: text.error_unknown,
  network: text.error_network,
  not_authorized: text.error_not_authorized,
  user_not_found: text.error_user_not_found,
  username_exists: text.error_username_exists,
  alias_exists: text.error_alias_exists,
  code_mismatch: text.error_code_mismatch,
  code_expired: text.error_code_expired,
  limit_exceeded: text.error_limit_exceeded,
  too_many_requests: text.error_too_many_requests,
  too_many_attempts: text.error_too_many_attempts,
  password_attempts: text.error_password_attempts,
  password_invalid: text.problem_password_invalid,
  password_reused: text.error_password_reused,
  phone_invalid: text.problem_phone_invalid,
  invalid_parameter: text.error_invalid_parameter,
  user_not_confirmed: text.error_user_not_confirmed,
  password_reset_required: text.error_password_reset_required,
  code_delivery: text.error_code_delivery,
  user_validation: text.error_user_validation,
  service: text.error_service,
  totp_setup: text.error_totp_setup,
  totp_missing: text.error_totp_missing,
  user_disabled: text.error_user_disabled,
  challenge_expired: text.error_challenge_expired,
  session_ended: text.error_session_ended,
  username_empty: text.problem_username_empty,
  username_invalid: text.error_username_invalid,
  email_empty: text.problem_email_empty,
  phone_empty: text.problem_phone_empty,
  password_empty: text.problem_password_empty,
  code_empty: text.problem_code_empty,
  answer_empty: text.problem_answer_empty,
  sign_up: text.error_sign_up,
  mfa_none: text.error_mfa_none,
  mfa_invalid: text.error_mfa_invalid,
  no_session: text.error_no_session,
  devices: text.error_devices,
  auto_sign_in: text.error_auto_sign_in,
  oauth_state: text.error_oauth_state,
  oauth_pending: text.error_oauth_pending,
  oauth_cancelled: text.error_oauth_cancelled,
  oauth_timeout: text.error_oauth_timeout,
  sign_out_timeout: text.error_sign_out_timeout,
  configuration: text.error_configuration,
  unexpected_challenge: text.error_unexpected_challenge,
} as const satisfies Record<string, () => string>;

export type RemoteErrorText = keyof typeof REMOTE_ERROR_TEXT;

/** One of them in the language in use. */
export function remoteErrorText(name: RemoteErrorText): string {
  return REMOTE_ERROR_TEXT[name]();
}
