import { m as text } from './paraglide/messages.js';

/** What a visitor reads of each way in which the identity service, or the way to it, can refuse; by the codes of ../remote-error.ts. */
const REMOTE_ERROR_TEXT = {
  AliasExistsException: text.error_alias_exists,
  CodeDeliveryFailureException: text.error_code_delivery,
  CodeMismatchException: text.error_code_mismatch,
  EnableSoftwareTokenMFAException: text.error_totp_setup,
  ExpiredCodeException: text.error_code_expired,
  ForbiddenException: text.error_service,
  InternalErrorException: text.error_service,
  InvalidParameterException: text.error_invalid_parameter,
  InvalidPasswordException: text.problem_password_invalid,
  InvalidUserPoolConfigurationException: text.error_configuration,
  LimitExceededException: text.error_limit_exceeded,
  MFAMethodNotFoundException: text.error_mfa_none,
  NotAuthorizedException: text.error_not_authorized,
  PasswordHistoryPolicyViolationException: text.error_password_reused,
  PasswordResetRequiredException: text.error_password_reset_required,
  ResourceNotFoundException: text.error_configuration,
  SoftwareTokenMFANotFoundException: text.error_totp_missing,
  TooManyFailedAttemptsException: text.error_too_many_attempts,
  TooManyRequestsException: text.error_too_many_requests,
  UserLambdaValidationException: text.error_user_validation,
  UserNotConfirmedException: text.error_user_not_confirmed,
  UserNotFoundException: text.error_user_not_found,
  UsernameExistsException: text.error_username_exists,
  // Not to be read: the authenticator looks who it is.
  AlreadySignedIn: text.error_oauth_pending,
  AttemptsExceeded: text.error_password_attempts,
  AutoSignInException: text.error_auto_sign_in,
  ChallengeExpired: text.error_challenge_expired,
  CommonPassword: text.error_password_common,
  ConfigurationError: text.error_configuration,
  DeviceTrackingOff: text.error_devices,
  EmptyChallengeResponse: text.problem_answer_empty,
  EmptyCode: text.problem_code_empty,
  EmptyPassword: text.problem_password_empty,
  EmptyUsername: text.problem_username_empty,
  InvalidMfaType: text.error_mfa_invalid,
  InvalidPhoneNumber: text.problem_phone_invalid,
  InvalidState: text.error_oauth_state,
  InvalidUsername: text.error_username_invalid,
  NetworkError: text.error_network,
  NoSession: text.error_no_session,
  OAuthCancelled: text.error_oauth_cancelled,
  OAuthFailed: text.error_unknown,
  PasswordWanted: text.error_recent_sign_in,
  RedirectTimeout: text.error_oauth_timeout,
  SessionExpired: text.error_session_ended,
  SessionRevoked: text.error_session_ended,
  SignInPending: text.error_oauth_pending,
  SignInWanted: text.error_recent_sign_in,
  SignOutTimeout: text.error_sign_out_timeout,
  SignUpFailed: text.error_sign_up,
  UnexpectedChallenge: text.error_unexpected_challenge,
  Unknown: text.error_unknown,
  UserAlreadyConfirmed: text.error_user_already_confirmed,
  UserDisabled: text.error_user_disabled,
} as const satisfies Record<string, () => string>;

type RemoteErrorText = keyof typeof REMOTE_ERROR_TEXT;

/** One of them in the language in use. */
export function remoteErrorText(code: RemoteErrorText): string {
  return REMOTE_ERROR_TEXT[code]();
}
