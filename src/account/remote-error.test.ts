import { describe, expect, test, vi } from 'vitest';
import { endsSession, REMOTE_ERROR_CODES, type RemoteErrorCode, toRemoteError } from './remote-error.ts';

function thrown(name: string, message = 'As the service words it.'): Error {
  return Object.assign(new Error(message), { name });
}

describe('what the identity service refuses', () => {
  const byName: Array<[name: string, code: RemoteErrorCode]> = [
    ['NotAuthorizedException', 'NotAuthorizedException'],
    ['UsernameExistsException', 'UsernameExistsException'],
    ['CodeMismatchException', 'CodeMismatchException'],
    ['SignInException', 'ChallengeExpired'],
    ['EmptySignInUsername', 'EmptyUsername'],
    ['EmptySignInPassword', 'EmptyPassword'],
    ['EmptyConfirmSignUpCode', 'EmptyCode'],
    ['EmptyChallengeResponse', 'EmptyChallengeResponse'],
    ['IncorrectMFAMethod', 'InvalidMfaType'],
    ['UserUnAuthenticatedException', 'NoSession'],
    ['UserAlreadyAuthenticatedException', 'AlreadySignedIn'],
    ['UnexpectedSignInInterruptionException', 'NoSession'],
    ['RefreshTokenReuseException', 'SessionRevoked'],
    ['MFAMethodNotFoundException', 'MFAMethodNotFoundException'],
    ['NetworkError', 'NetworkError'],
    ['WhoKnowsException', 'Unknown'],
    ['constructor', 'Unknown'],
  ];
  test.each(byName)('%s is %s', (name, code) => {
    expect(toRemoteError(thrown(name))).toEqual({ code, message: 'As the service words it.' });
  });

  test.each([
    ['AuthUserPoolException', 'ConfigurationError'],
    ['InvalidUserPoolConfigurationException', 'InvalidUserPoolConfigurationException'],
    ['ResourceNotFoundException', 'ResourceNotFoundException'],
  ])('%s sends visitors to the console, where it says what is wrong', (name, code) => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => {});
    const error = Object.assign(thrown(name, 'There is no pool.'), { recoverySuggestion: 'Configure one.' });
    expect(toRemoteError(error)).toEqual({ code, message: 'There is no pool.' });
    expect(written.mock.calls).toEqual([[expect.stringContaining(`${name}: There is no pool. Configure one.`)]]);
  });

  const byWording: Array<[name: string, message: string, code: RemoteErrorCode]> = [
    ['NotAuthorizedException', 'Incorrect username or password.', 'NotAuthorizedException'],
    ['NotAuthorizedException', 'Password attempts exceeded', 'AttemptsExceeded'],
    ['InvalidPasswordException', 'Password did not conform with policy: Password is commonly used', 'CommonPassword'],
    ['NotAuthorizedException', 'User is disabled.', 'UserDisabled'],
    ['NotAuthorizedException', 'Access Token has been revoked', 'SessionRevoked'],
    ['NotAuthorizedException', 'Refresh Token has been revoked', 'SessionRevoked'],
    ['NotAuthorizedException', 'Refresh Token has expired', 'SessionExpired'],
    ['NotAuthorizedException', 'Recent authentication is required. Confirm the password first.', 'PasswordWanted'],
    ['NotAuthorizedException', 'Recent authentication is required. Sign in again first.', 'SignInWanted'],
    ['RefreshTokenReuseException', 'Refresh Token has been invalidated by rotation.', 'SessionRevoked'],
    ['NotAuthorizedException', 'Invalid Refresh Token', 'SessionRevoked'],
    ['InvalidParameterException', 'Username should be either an email or a phone number.', 'InvalidUsername'],
    ['InvalidParameterException', 'Username should be an email.', 'InvalidUsername'],
    ['InvalidParameterException', 'Invalid MFA type.', 'InvalidMfaType'],
    ['SignInException', 'Cannot proceed with MFA setup using challengeResponse: SMS', 'InvalidMfaType'],
    ['SignInException', 'Cannot initiate MFA setup from available types: SMS', 'MFAMethodNotFoundException'],
    ['NotAuthorizedException', 'Invalid session for the user, session is expired.', 'ChallengeExpired'],
    ['NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED', 'UserAlreadyConfirmed'],
    ['InvalidParameterException', 'User is already confirmed.', 'UserAlreadyConfirmed'],
    ['InvalidParameterException', 'Invalid phone number format.', 'InvalidPhoneNumber'],
    ['OAuthSignInException', 'User cancelled OAuth flow.', 'OAuthCancelled'],
    ['OAuthSignInException', '`signInWithRedirect` has been canceled.', 'OAuthCancelled'],
    [
      'AutoSignInException',
      'The autoSignIn flow has not started, or has been cancelled/completed.',
      'AutoSignInException',
    ],
    ['OAuthSignInException', 'An error occurred while validating the state.', 'InvalidState'],
    ['OAuthSignInException', 'access_denied', 'OAuthFailed'],
    ['OAuthSignInException', 'invalid_grant', 'ChallengeExpired'],
    ['OAuthSignInException', 'The sign-in was cancelled.', 'OAuthCancelled'],
    ['OAuthSignInException', 'Already found an entry for username Google_1', 'AliasExistsException'],
    [
      'SignInException',
      'An error occurred during the sign in process. DANCE challengeName returned by the underlying service was not addressed.',
      'UnexpectedChallenge',
    ],
  ];
  test.each(byWording)('%s: %s is %s', (name, message, code) => {
    expect(toRemoteError(thrown(name, message)).code).toBe(code);
  });

  test.each([
    'Failed to fetch',
    'NetworkError when attempting to fetch resource.',
    'Load failed',
    'Failed to fetch dynamically imported module: https://site.example/assets/identity.js',
    'error loading dynamically imported module: https://site.example/assets/identity.js',
    'Importing a module script failed.',
  ])('what fails to come with "%s" is a Network Error', (message) => {
    expect(toRemoteError(new TypeError(message)).code).toBe('NetworkError');
  });

  test('our own mistakes stay mistakes', () => {
    const mistake = new TypeError("Cannot read properties of undefined (reading 'x')");
    expect(() => toRemoteError(mistake)).toThrow(mistake);
  });

  test('a session ends by these and no others', () => {
    expect(REMOTE_ERROR_CODES.filter((code) => endsSession({ code })).toSorted()).toEqual([
      'NoSession',
      'PasswordResetRequiredException',
      'SessionExpired',
      'SessionRevoked',
      'UserDisabled',
      'UserNotFoundException',
    ]);
  });
});
