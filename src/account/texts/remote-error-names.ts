import type { RemoteErrorText } from './remote-error-text.ts';

/**
 * Names of errors as Amazon Cognito and its client give them (specification, section 8), and what each means to a visitor.
 * Where one name stands for several things, the message decides: see `remoteErrorOf`.
 */
const TEXT_OF_NAME: Record<string, RemoteErrorText> = {
  NotAuthorizedException: 'not_authorized',
  UserNotFoundException: 'user_not_found',
  UsernameExistsException: 'username_exists',
  AliasExistsException: 'alias_exists',
  CodeMismatchException: 'code_mismatch',
  ExpiredCodeException: 'code_expired',
  LimitExceededException: 'limit_exceeded',
  TooManyRequestsException: 'too_many_requests',
  ThrottlingException: 'too_many_requests',
  TooManyFailedAttemptsException: 'too_many_attempts',
  InvalidPasswordException: 'password_invalid',
  PasswordHistoryPolicyViolationException: 'password_reused',
  InvalidParameterException: 'invalid_parameter',
  UserNotConfirmedException: 'user_not_confirmed',
  PasswordResetRequiredException: 'password_reset_required',
  CodeDeliveryFailureException: 'code_delivery',
  InvalidEmailRoleAccessPolicyException: 'code_delivery',
  InvalidSmsRoleAccessPolicyException: 'code_delivery',
  InvalidSmsRoleTrustRelationshipException: 'code_delivery',
  UserLambdaValidationException: 'user_validation',
  UnexpectedLambdaException: 'service',
  InvalidLambdaResponseException: 'service',
  InternalErrorException: 'service',
  EnableSoftwareTokenMFAException: 'totp_setup',
  SoftwareTokenMFANotFoundException: 'totp_missing',
  MFAMethodNotFoundException: 'mfa_none',
  InvalidUserPoolConfigurationException: 'configuration',
  ResourceNotFoundException: 'configuration',
  AuthUserPoolException: 'configuration',
  NetworkError: 'network',
  EmptySignInUsername: 'username_empty',
  EmptySignUpUsername: 'username_empty',
  EmptyConfirmSignUpUsername: 'username_empty',
  EmptyResendSignUpCodeUsername: 'username_empty',
  EmptyResetPasswordUsername: 'username_empty',
  EmptyConfirmResetPasswordUsername: 'username_empty',
  EmptySignInPassword: 'password_empty',
  EmptySignUpPassword: 'password_empty',
  EmptyUpdatePassword: 'password_empty',
  EmptyConfirmResetPasswordNewPassword: 'password_empty',
  EmptyConfirmSignUpCode: 'code_empty',
  EmptyConfirmResetPasswordConfirmationCode: 'code_empty',
  EmptyConfirmUserAttributeCode: 'code_empty',
  EmptyVerifyTOTPSetupCode: 'code_empty',
  EmptyChallengeResponse: 'answer_empty',
  InvalidMFAMethod: 'mfa_invalid',
  SignInException: 'challenge_expired',
  UserUnAuthenticatedException: 'no_session',
  DeviceMetadataError: 'devices',
  AutoSignInException: 'auto_sign_in',
  OAuthSignInException: 'oauth_cancelled',
  OAuthSignOutException: 'sign_out_timeout',
};

/** What the service says with one name and several messages. */
const TEXT_OF_MESSAGE: [RegExp, RemoteErrorText][] = [
  [/password attempts exceeded/i, 'password_attempts'],
  [/user is disabled/i, 'user_disabled'],
  [/session (?:is|has) expired|invalid session/i, 'challenge_expired'],
  [/(?:access|refresh) token (?:has been revoked|has expired)/i, 'session_ended'],
  [/invalid phone number/i, 'phone_invalid'],
  [/pending/i, 'oauth_pending'],
  [/invalid state/i, 'oauth_state'],
];

/** Names that are refined by their message. */
const REFINED = new Set(['NotAuthorizedException', 'InvalidParameterException', 'OAuthSignInException']);

/** What to tell a visitor of an error, by its name; an unknown one is an 'Authentication Error'. */
export function remoteErrorOf(name: string, message: string): RemoteErrorText {
  const refined = REFINED.has(name) ? TEXT_OF_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] : undefined;
  return refined ?? (Object.hasOwn(TEXT_OF_NAME, name) ? TEXT_OF_NAME[name] : undefined) ?? 'unknown';
}
