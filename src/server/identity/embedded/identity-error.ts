/**
 * A refusal that the caller is told, by the name and in the wording of Amazon Cognito: clients decide by both. `protocol.ts` answers
 * it with status 400, since a client tries a 5xx again.
 */
export class IdentityError extends Error {
  constructor(name: IdentityErrorName, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = name;
  }
}

type IdentityErrorName =
  | 'AliasExistsException'
  | 'CodeDeliveryFailureException'
  | 'CodeMismatchException'
  | 'EnableSoftwareTokenMFAException'
  | 'ExpiredCodeException'
  | 'GroupExistsException'
  | 'IncompleteSignatureException'
  | 'InvalidParameterException'
  | 'InvalidPasswordException'
  | 'InvalidSignatureException'
  | 'LimitExceededException'
  | 'MFAMethodNotFoundException'
  | 'MissingAuthenticationTokenException'
  | 'NotAuthorizedException'
  | 'PasswordResetRequiredException'
  | 'RefreshTokenReuseException'
  | 'RequestEntityTooLargeException'
  | 'ResourceNotFoundException'
  | 'SerializationException'
  | 'SoftwareTokenMFANotFoundException'
  | 'TooManyRequestsException'
  | 'UnknownOperationException'
  | 'UnrecognizedClientException'
  | 'UnsupportedUserStateException'
  | 'UserLambdaValidationException'
  | 'UserNotConfirmedException'
  | 'UserNotFoundException'
  | 'UsernameExistsException';

export const notAuthorized = (message: string): IdentityError => new IdentityError('NotAuthorizedException', message);

export const invalidParameter = (message: string): IdentityError =>
  new IdentityError('InvalidParameterException', message);

export const userNotFound = (): IdentityError => new IdentityError('UserNotFoundException', 'User does not exist.');

/** The same for an unknown name and a wrong password. */
export const wrongPassword = (): IdentityError => notAuthorized('Incorrect username or password.');

/** There is no way for a message, or it failed. */
export const undeliverable = (options?: ErrorOptions): IdentityError =>
  new IdentityError('CodeDeliveryFailureException', 'The message could not be delivered.', options);

export const tooManyAttempts = (): IdentityError =>
  new IdentityError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
