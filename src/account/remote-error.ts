import { tellWrongSetUp } from './configuration-error.ts';

/**
 * What the identity service (or the way to it) answers when it refuses, by the names it gives them (docs/specification.md 8.5–8.32). The last
 * ones are the client's own: what went wrong before anything was asked, or while it waited.
 */
export const REMOTE_ERROR_CODES = [
  'AliasExistsException',
  'CodeDeliveryFailureException',
  'CodeMismatchException',
  'EnableSoftwareTokenMFAException',
  'ExpiredCodeException',
  'ForbiddenException',
  'InternalErrorException',
  'InvalidParameterException',
  'InvalidPasswordException',
  'InvalidUserPoolConfigurationException',
  'LimitExceededException',
  'MFAMethodNotFoundException',
  'NotAuthorizedException',
  'PasswordHistoryPolicyViolationException',
  'PasswordResetRequiredException',
  'ResourceNotFoundException',
  'SoftwareTokenMFANotFoundException',
  'TooManyFailedAttemptsException',
  'TooManyRequestsException',
  'UserLambdaValidationException',
  'UserNotConfirmedException',
  'UserNotFoundException',
  'UsernameExistsException',
  'AlreadySignedIn',
  'AttemptsExceeded',
  'AutoSignInException',
  'ChallengeExpired',
  'CommonPassword',
  'ConfigurationError',
  'DeviceTrackingOff',
  'EmptyChallengeResponse',
  'EmptyCode',
  'EmptyPassword',
  'EmptyUsername',
  'InvalidMfaType',
  'InvalidPhoneNumber',
  'InvalidState',
  'InvalidUsername',
  'NetworkError',
  'NoSession',
  'OAuthCancelled',
  'OAuthFailed',
  'PasswordWanted',
  'RedirectTimeout',
  'SignInPending',
  'SignInWanted',
  'SignOutTimeout',
  'SignUpFailed',
  'UnexpectedChallenge',
  'UserAlreadyConfirmed',
  'UserDisabled',
  'SessionRevoked',
  'SessionExpired',
  'Unknown',
] as const;
export type RemoteErrorCode = (typeof REMOTE_ERROR_CODES)[number];

/** `message` is the raw text: for the console and as the last resort, never the first thing shown. */
export type RemoteError = { code: RemoteErrorCode; message?: string };

/** Wordings that tell more than the name they come under; the service has no other way to say it. */
const BY_WORDING: ReadonlyArray<[RegExp, RemoteErrorCode]> = [
  [/invalid state|validating the state/i, 'InvalidState'],
  [/attempts exceeded/i, 'AttemptsExceeded'],
  [/password is commonly used/i, 'CommonPassword'],
  [/user is disabled|user account is disabled/i, 'UserDisabled'],
  [/(access|refresh) token has been revoked|token is revoked|invalid refresh token/i, 'SessionRevoked'],
  [/refresh token has expired|refresh token is expired/i, 'SessionExpired'],
  [
    /invalid session|session (is|has) expired|session can only be used once|invalid challenge transition/i,
    'ChallengeExpired',
  ],
  // The code of a redirect sign-in that came too late, or that a service which was started again has forgotten.
  [/^invalid_grant$/, 'ChallengeExpired'],
  // The embedded service's own: Amazon Cognito asks nobody twice.
  [/recent authentication is required\. confirm/i, 'PasswordWanted'],
  [/recent authentication is required/i, 'SignInWanted'],
  [/user is already confirmed|current status is CONFIRMED/i, 'UserAlreadyConfirmed'],
  [/invalid phone number/i, 'InvalidPhoneNumber'],
  [/device tracking|not configured for device/i, 'DeviceTrackingOff'],
  [/username should be/i, 'InvalidUsername'],
  [/invalid mfa type|cannot proceed with mfa setup/i, 'InvalidMfaType'],
  [/cannot initiate mfa setup/i, 'MFAMethodNotFoundException'],
  [/user cancelled|sign-in was cancelled|redirect`? has been canceled/i, 'OAuthCancelled'],
  // A provider's account whose address an account of ours has.
  [/already found an entry for username/i, 'AliasExistsException'],
  [/challengeName returned by the underlying service was not addressed/, 'UnexpectedChallenge'],
];

/** Names that Amplify gives to its own errors. */
const BY_AMPLIFY: ReadonlyMap<string, RemoteErrorCode> = new Map([
  ['AuthTokenConfigException', 'ConfigurationError'],
  ['AuthUserPoolException', 'ConfigurationError'],
  ['CustomAuthSignInPassword', 'EmptyPassword'],
  // A sign-in gives a browser its device key only where devices are tracked.
  ['DeviceMetadataNotFoundException', 'DeviceTrackingOff'],
  ['EmptyConfirmResetPasswordConfirmationCode', 'EmptyCode'],
  ['EmptyConfirmResetPasswordNewPassword', 'EmptyPassword'],
  ['EmptyConfirmResetPasswordUsername', 'EmptyUsername'],
  ['EmptyConfirmSignUpCode', 'EmptyCode'],
  ['EmptyConfirmSignUpUsername', 'EmptyUsername'],
  ['EmptyConfirmUserAttributeCode', 'EmptyCode'],
  ['EmptyResetPasswordUsername', 'EmptyUsername'],
  ['EmptySignInPassword', 'EmptyPassword'],
  ['EmptySignInUsername', 'EmptyUsername'],
  ['EmptySignUpPassword', 'EmptyPassword'],
  ['EmptySignUpUsername', 'EmptyUsername'],
  ['EmptyUpdatePassword', 'EmptyPassword'],
  ['EmptyVerifyTOTPSetupCode', 'EmptyCode'],
  ['EmptyresendSignUpCodeUsername', 'EmptyUsername'],
  ['IncorrectMFAMethod', 'InvalidMfaType'],
  ['InvalidRedirectException', 'ConfigurationError'],
  ['InvalidOriginException', 'ConfigurationError'],
  ['OAuthNotConfigureException', 'ConfigurationError'],
  ['OAuthSignInException', 'OAuthFailed'],
  ['OAuthSignOutException', 'OAuthFailed'],
  ['RefreshTokenReuseException', 'SessionRevoked'],
  ['SignInException', 'ChallengeExpired'],
  ['TimeoutError', 'NetworkError'],
  ['TokenRevokedException', 'SessionRevoked'],
  ['UnexpectedSignInInterruptionException', 'NoSession'],
  ['UserAlreadyAuthenticatedException', 'AlreadySignedIn'],
  ['UserUnAuthenticatedException', 'NoSession'],
]);

/** Turns whatever was thrown into something to show. A mistake of ours (TypeError and the like) stays one and is thrown on. */
export function toRemoteError(thrown: unknown): RemoteError {
  if (!(thrown instanceof Error)) return { code: 'Unknown', message: String(thrown) };
  if (isNetworkFailure(thrown)) return { code: 'NetworkError', message: thrown.message };
  if (thrown instanceof TypeError || thrown instanceof RangeError || thrown instanceof ReferenceError) throw thrown;
  const code = codeOf(thrown);
  if (WRONG_SET_UP.has(code)) tellWrongSetUp(described(thrown));
  return { code, message: thrown.message };
}

/**
 * Whether a session cannot go on (docs/specification.md 4.35): user disabled or gone, tokens revoked or expired, or a new password asked
 * for. The visitor is then signed out, and what was cached for them is dropped.
 */
export function endsSession({ code }: RemoteError): boolean {
  return ENDINGS.has(code);
}

const ENDINGS: ReadonlySet<RemoteErrorCode> = new Set([
  'UserDisabled',
  'UserNotFoundException',
  'SessionRevoked',
  'SessionExpired',
  'PasswordResetRequiredException',
  'NoSession',
]);

/** Those that visitors are told to see the console for (texts/remote-error-text.ts). */
const WRONG_SET_UP: ReadonlySet<RemoteErrorCode> = new Set([
  'ConfigurationError',
  'InvalidUserPoolConfigurationException',
  'ResourceNotFoundException',
]);

/** Amplify's errors also say what to do. */
function described({ name, message, ...more }: Error & { recoverySuggestion?: string }): string {
  return [`${name}: ${message}`, more.recoverySuggestion].filter(Boolean).join(' ');
}

function codeOf({ name, message }: Error): RemoteErrorCode {
  const worded = BY_WORDING.find(([wording]) => wording.test(message));
  if (worded) return worded[1];
  return REMOTE_ERROR_CODES.find((code) => code === name) ?? BY_AMPLIFY.get(name) ?? 'Unknown';
}

/** A failed fetch, and a part of the page's code that did not come, in the words of Chromium, Firefox and Safari. */
const NOT_FETCHED =
  /fetch|network|load failed|error loading dynamically imported module|importing a module script failed/i;

/** A failed fetch is a TypeError of which every browser words the message in its own way. */
function isNetworkFailure({ name, message, cause }: Error): boolean {
  if (name === 'NetworkError' || name === 'NetworkException') return true;
  return name === 'TypeError' && (NOT_FETCHED.test(message) || cause instanceof Error);
}
