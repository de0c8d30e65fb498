import { describe, expect, test } from 'vitest';
import type { Order } from './command.ts';
import type { FlowEvent, Outcome } from './event.ts';
import {
  answered,
  at,
  DELIVERY,
  EMAIL,
  OTHERS,
  OUTCOMES,
  SCREENS,
  SEQUENCE,
  SUBMISSIONS,
  USER,
  WRONG_CODE,
} from '../fixtures/flow.ts';
import { begin } from './lifecycle.ts';
import type { FlowState, Screen, ScreenName } from './state.ts';
import { transition } from './transition.ts';

const CONFIG = { initialState: 'signIn', hasSignUp: true } as const;
const PENDING = { isPending: true, remoteError: null };
const FRESH = { isPending: false, remoteError: null };
const NEXT_CODE = { medium: 'SMS', destination: '+1***00' } as const;

/** What the specification (section 4 unless told) says, the state, the event, and what must come of both. */
type Row = [
  sentence: string,
  state: FlowState,
  event: FlowEvent,
  next: Partial<Screen> & { name: ScreenName },
  order: Order | null,
];

const done: Outcome = { type: 'signInStep', step: { kind: 'done', user: USER } };
const failed = (code: Extract<Outcome, { type: 'failed' }>['error']['code'], message?: string) =>
  answered({ type: 'failed', error: message === undefined ? { code } : { code, message } });

const START: Row[] = [
  [
    'Start: signed in → authenticated',
    at('configuring'),
    answered({ type: 'started', user: USER, restored: null }),
    { name: 'authenticated', user: USER },
    null,
  ],
  [
    'Start: otherwise the initial state',
    at('configuring'),
    answered({ type: 'started', user: null, restored: null }),
    { name: 'signIn', ...FRESH },
    null,
  ],
  [
    'a reload in mid-challenge shows the challenge again',
    at('configuring'),
    answered({ type: 'started', user: null, restored: SCREENS.confirmSignIn }),
    SCREENS.confirmSignIn,
    null,
  ],
  [
    'who is signed in sees no challenge',
    at('configuring'),
    answered({ type: 'started', user: USER, restored: SCREENS.confirmSignIn }),
    { name: 'authenticated' },
    null,
  ],
  [
    '§8 Missing user pool configuration',
    at('configuring'),
    failed('ConfigurationError'),
    { name: 'unavailable', error: { code: 'ConfigurationError' } },
    null,
  ],
  [
    'a start that failed can be repeated',
    at('unavailable'),
    { type: 'retry' },
    { name: 'configuring' },
    { type: 'start' },
  ],
  [
    'a cancelled provider is remembered until there is a form',
    at('configuring'),
    { type: 'federationFailed', error: { code: 'OAuthCancelled' } },
    { name: 'configuring', remoteError: { code: 'OAuthCancelled' } },
    null,
  ],
  [
    'and is then told above it',
    at('configuring', { remoteError: { code: 'OAuthCancelled' } }),
    answered({ type: 'started', user: null, restored: null }),
    { name: 'signIn', remoteError: { code: 'OAuthCancelled' } },
    null,
  ],
];

const SIGN_IN: Row[] = [
  [
    'signIn goes to signUp on request',
    at('signIn'),
    { type: 'go', to: 'signUp' },
    { name: 'signUp', username: 'ada' },
    null,
  ],
  [
    'signIn goes to resetPassword on request',
    at('signIn'),
    { type: 'go', to: 'resetPassword' },
    { name: 'resetPassword', username: 'ada' },
    null,
  ],
  [
    'Then edit, submit, verifying',
    at('signIn'),
    { type: 'submitSignIn', username: 'bob', password: 'x' },
    { name: 'signIn', username: 'bob', ...PENDING },
    { type: 'signIn', username: 'bob', password: 'x' },
  ],
  [
    'Federated sign-in can be started',
    at('signIn'),
    { type: 'federate', provider: 'google' },
    { name: 'federated', provider: 'google' },
    { type: 'signInWithProvider', provider: 'google' },
  ],
  [
    'MFA_SETUP leads to setupTOTP',
    at('signIn', PENDING),
    answered({ type: 'signInStep', step: { kind: 'setupTotp', secret: 'S' } }),
    { name: 'setupTotp', secret: 'S', username: 'ada', ...FRESH },
    null,
  ],
  [
    'MFA_SETUP by e-mail leads to setupEmail',
    at('signIn', PENDING),
    answered({ type: 'signInStep', step: { kind: 'setupEmail' } }),
    { name: 'setupEmail' },
    null,
  ],
  [
    'SMS_MFA leads to confirmSignIn',
    at('signIn', PENDING),
    answered({ type: 'signInStep', step: { kind: 'code', challenge: 'SMS_MFA', delivery: DELIVERY } }),
    { name: 'confirmSignIn', challenge: 'SMS_MFA', delivery: DELIVERY },
    null,
  ],
  [
    'SOFTWARE_TOKEN_MFA leads to confirmSignIn',
    at('signIn', PENDING),
    answered({ type: 'signInStep', step: { kind: 'code', challenge: 'SOFTWARE_TOKEN_MFA', delivery: null } }),
    { name: 'confirmSignIn', challenge: 'SOFTWARE_TOKEN_MFA' },
    null,
  ],
  [
    'EMAIL_OTP leads to confirmSignIn',
    at('signIn', PENDING),
    answered({ type: 'signInStep', step: { kind: 'code', challenge: 'EMAIL_OTP', delivery: DELIVERY } }),
    { name: 'confirmSignIn', challenge: 'EMAIL_OTP' },
    null,
  ],
  [
    'NEW_PASSWORD_REQUIRED leads to forceNewPassword',
    at('signIn', PENDING),
    answered({ type: 'signInStep', step: { kind: 'newPassword', missingAttributes: ['name'] } }),
    { name: 'forceNewPassword', missingAttributes: ['name'] },
    null,
  ],
  [
    'Sign-in may also return: custom challenge',
    at('signIn', PENDING),
    answered({ type: 'signInStep', step: { kind: 'customChallenge', parameters: { a: 'b' } } }),
    { name: 'customChallenge', parameters: { a: 'b' } },
    null,
  ],
  [
    'Sign-in may also return: select MFA type',
    at('signIn', PENDING),
    answered({ type: 'signInStep', step: { kind: 'selectMfaType', allowed: ['SMS'] } }),
    { name: 'selectMfaType', allowed: ['SMS'] },
    null,
  ],
  [
    'Sign-in may also return: MFA required',
    at('signIn', PENDING),
    answered({ type: 'signInStep', step: { kind: 'selectMfaSetup', allowed: ['TOTP'] } }),
    { name: 'selectMfaSetup', allowed: ['TOTP'] },
    null,
  ],
  [
    'Otherwise the user is stored',
    at('signIn', PENDING),
    answered(done),
    { name: 'checkingContacts', user: USER },
    { type: 'findContacts' },
  ],
  [
    'intent confirmSignUp goes to signUp',
    at('signIn', PENDING),
    answered({ type: 'signInStep', step: { kind: 'confirmSignUp' } }),
    { name: 'confirmSignUp', username: 'ada', ...PENDING },
    { type: 'resendSignUpCode', username: 'ada' },
  ],
  [
    'UserNotConfirmedException: redirect intent to confirmSignUp',
    at('signIn', PENDING),
    failed('UserNotConfirmedException'),
    { name: 'confirmSignUp', ...PENDING },
    { type: 'resendSignUpCode', username: 'ada' },
  ],
  [
    'intent confirmPasswordReset goes to resetPassword, resends the code and jumps to confirm',
    at('signIn', PENDING),
    answered({ type: 'signInStep', step: { kind: 'resetPassword' } }),
    { name: 'confirmResetPassword', ...PENDING },
    { type: 'resetPassword', username: 'ada' },
  ],
  [
    'PasswordResetRequiredException: redirect intent to confirmResetPassword',
    at('signIn', PENDING),
    failed('PasswordResetRequiredException'),
    { name: 'confirmResetPassword', ...PENDING },
    { type: 'resetPassword', username: 'ada' },
  ],
  [
    'Any other: the message is shown and the form stays',
    at('signIn', PENDING),
    failed('NotAuthorizedException'),
    { name: 'signIn', isPending: false, remoteError: { code: 'NotAuthorizedException' } },
    null,
  ],
  [
    '§8 Unexpected challenge',
    at('signIn', PENDING),
    answered({ type: 'signInStep', step: { kind: 'unexpected', challenge: 'X' } }),
    { name: 'signIn', remoteError: { code: 'UnexpectedChallenge', message: 'X' } },
    null,
  ],
  [
    '§8 remote errors show in a dismissible alert',
    at('signIn', { remoteError: WRONG_CODE }),
    { type: 'dismissError' },
    { name: 'signIn', remoteError: null },
    null,
  ],
];

const CHALLENGES: Row[] = [
  [
    'confirmSignIn takes the code',
    at('confirmSignIn'),
    { type: 'submitCode', code: '1' },
    { name: 'confirmSignIn', ...PENDING },
    { type: 'confirmSignIn', answer: '1', attributes: {} },
  ],
  [
    'setupTOTP takes the code',
    at('setupTotp'),
    { type: 'submitCode', code: '1' },
    { name: 'setupTotp', ...PENDING },
    { type: 'confirmSignIn', answer: '1', attributes: {} },
  ],
  [
    'custom challenge takes the answer',
    at('customChallenge'),
    { type: 'submitCode', code: 'x' },
    { name: 'customChallenge', ...PENDING },
    { type: 'confirmSignIn', answer: 'x', attributes: {} },
  ],
  [
    'select MFA type takes a type',
    at('selectMfaType'),
    { type: 'submitMfaType', mfaType: 'TOTP' },
    { name: 'selectMfaType', ...PENDING },
    { type: 'confirmSignIn', answer: 'TOTP', attributes: {} },
  ],
  [
    'MFA set-up takes a type',
    at('selectMfaSetup'),
    { type: 'submitMfaType', mfaType: 'EMAIL' },
    { name: 'selectMfaSetup', ...PENDING },
    { type: 'confirmSignIn', answer: 'EMAIL', attributes: {} },
  ],
  [
    'set-up by e-mail takes an address',
    at('setupEmail'),
    { type: 'submitEmail', email: 'a@b.c' },
    { name: 'setupEmail', ...PENDING },
    { type: 'confirmSignIn', answer: 'a@b.c', attributes: {} },
  ],
  [
    'forceNewPassword takes the password and what is missing',
    at('forceNewPassword'),
    { type: 'submitNewPassword', password: 'p', attributes: { name: 'A' } },
    { name: 'forceNewPassword', ...PENDING },
    { type: 'confirmSignIn', answer: 'p', attributes: { name: 'A' } },
  ],
  [
    'one challenge can follow another',
    at('selectMfaType', PENDING),
    answered({ type: 'signInStep', step: { kind: 'code', challenge: 'SMS_MFA', delivery: null } }),
    { name: 'confirmSignIn', ...FRESH },
    null,
  ],
  [
    'a challenge resolves the sign-in',
    at('confirmSignIn', PENDING),
    answered(done),
    { name: 'checkingContacts' },
    { type: 'findContacts' },
  ],
  [
    'a wrong code leaves the form',
    at('confirmSignIn', PENDING),
    answered({ type: 'failed', error: WRONG_CODE }),
    { name: 'confirmSignIn', isPending: false, remoteError: WRONG_CODE },
    null,
  ],
  [
    'a challenge that ran out starts anew',
    at('confirmSignIn', PENDING),
    failed('ChallengeExpired'),
    { name: 'signIn', username: 'ada', remoteError: { code: 'ChallengeExpired' } },
    null,
  ],
];

const SIGN_UP: Row[] = [
  [
    'submit validates, then signs up',
    at('signUp'),
    { type: 'submitSignUp', username: 'bob', password: 'p', attributes: { email: 'e' } },
    { name: 'signUp', username: 'bob', ...PENDING },
    { type: 'signUp', username: 'bob', password: 'p', attributes: { email: 'e' } },
  ],
  [
    'Federated sign-up can be started',
    at('signUp'),
    { type: 'federate', provider: 'apple' },
    { name: 'federated', provider: 'apple' },
    { type: 'signInWithProvider', provider: 'apple' },
  ],
  [
    'otherwise confirmSignUp with the code delivery details',
    at('signUp', PENDING),
    answered({ type: 'signUpStep', step: { kind: 'confirm', delivery: DELIVERY } }),
    { name: 'confirmSignUp', username: 'ada', delivery: DELIVERY, ...FRESH },
    null,
  ],
  [
    'already confirmed: confirmation is skipped (autoSignInSubmit)',
    at('signUp', PENDING),
    answered({ type: 'signUpStep', step: { kind: 'autoSignIn' } }),
    { name: 'signUp', ...PENDING },
    { type: 'autoSignIn' },
  ],
  [
    'already confirmed without automatic sign-in',
    at('signUp', PENDING),
    answered({ type: 'signUpStep', step: { kind: 'done' } }),
    { name: 'signIn', username: 'ada' },
    null,
  ],
  [
    'the automatic sign-in resolves',
    at('signUp', PENDING),
    answered(done),
    { name: 'checkingContacts' },
    { type: 'findContacts' },
  ],
  [
    'the automatic sign-in did not come about',
    at('signUp', PENDING),
    failed('AutoSignInException'),
    { name: 'signIn', username: 'ada', remoteError: null },
    null,
  ],
  [
    'an existing name leaves the form',
    at('signUp', PENDING),
    failed('UsernameExistsException'),
    { name: 'signUp', isPending: false, remoteError: { code: 'UsernameExistsException' } },
    null,
  ],
  [
    'the code can be submitted',
    at('confirmSignUp'),
    { type: 'submitCode', code: '1' },
    { name: 'confirmSignUp', ...PENDING },
    { type: 'confirmSignUp', username: 'ada', code: '1' },
  ],
  [
    'the code can be resent',
    at('confirmSignUp'),
    { type: 'resend' },
    { name: 'confirmSignUp', ...PENDING },
    { type: 'resendSignUpCode', username: 'ada' },
  ],
  [
    'and then went elsewhere',
    at('confirmSignUp', PENDING),
    answered({ type: 'codeSent', delivery: NEXT_CODE }),
    { name: 'confirmSignUp', delivery: NEXT_CODE, isPending: false },
    null,
  ],
  [
    "on resend error 'User is already confirmed.' it continues",
    at('confirmSignUp', PENDING),
    failed('UserAlreadyConfirmed'),
    { name: 'confirmSignUp', ...PENDING },
    { type: 'autoSignIn' },
  ],
  [
    'After confirmation auto sign-in is tried',
    at('confirmSignUp', PENDING),
    answered({ type: 'confirmed' }),
    { name: 'confirmSignUp', ...PENDING },
    { type: 'autoSignIn' },
  ],
  [
    'if a current user is found, authenticated',
    at('confirmSignUp', PENDING),
    answered(done),
    { name: 'checkingContacts' },
    { type: 'findContacts' },
  ],
  [
    'else signIn',
    at('confirmSignUp', PENDING),
    failed('AutoSignInException'),
    { name: 'signIn', username: 'ada', remoteError: null },
    null,
  ],
  [
    'a wrong code leaves the form',
    at('confirmSignUp', PENDING),
    answered({ type: 'failed', error: WRONG_CODE }),
    { name: 'confirmSignUp', isPending: false, remoteError: WRONG_CODE },
    null,
  ],
  [
    'Link-based sign-up: auto sign-in polls',
    at('signUp', PENDING),
    answered({ type: 'signUpStep', step: { kind: 'link', delivery: DELIVERY } }),
    { name: 'waitingForLink', delivery: DELIVERY, username: 'ada' },
    { type: 'autoSignIn' },
  ],
  ['the link was opened', at('waitingForLink'), answered(done), { name: 'checkingContacts' }, { type: 'findContacts' }],
  [
    'up to 3 min',
    at('waitingForLink'),
    failed('AutoSignInException'),
    { name: 'signIn', username: 'ada', remoteError: { code: 'AutoSignInException' } },
    null,
  ],
];

const RESET: Row[] = [
  [
    'Reset goes request',
    at('resetPassword'),
    { type: 'submitUsername', username: 'bob' },
    { name: 'resetPassword', username: 'bob', ...PENDING },
    { type: 'resetPassword', username: 'bob' },
  ],
  [
    'confirm',
    at('resetPassword', PENDING),
    answered({ type: 'codeSent', delivery: DELIVERY }),
    { name: 'confirmResetPassword', delivery: DELIVERY, ...FRESH },
    null,
  ],
  [
    'a request that was refused leaves the form',
    at('resetPassword', PENDING),
    failed('LimitExceededException'),
    { name: 'resetPassword', isPending: false, remoteError: { code: 'LimitExceededException' } },
    null,
  ],
  [
    'code and new password are sent',
    at('confirmResetPassword'),
    { type: 'submitReset', code: '1', password: 'p' },
    { name: 'confirmResetPassword', ...PENDING },
    { type: 'confirmResetPassword', username: 'ada', code: '1', password: 'p' },
  ],
  [
    'resolved',
    at('confirmResetPassword', PENDING),
    answered({ type: 'confirmed' }),
    { name: 'signIn', username: 'ada', ...FRESH },
    null,
  ],
  [
    '§2 resend code',
    at('confirmResetPassword'),
    { type: 'resend' },
    { name: 'confirmResetPassword', ...PENDING },
    { type: 'resetPassword', username: 'ada' },
  ],
  [
    'the code was resent',
    at('confirmResetPassword', PENDING),
    answered({ type: 'codeSent', delivery: NEXT_CODE }),
    { name: 'confirmResetPassword', delivery: NEXT_CODE, isPending: false },
    null,
  ],
  [
    'a wrong code leaves the form',
    at('confirmResetPassword', PENDING),
    answered({ type: 'failed', error: WRONG_CODE }),
    { name: 'confirmResetPassword', isPending: false, remoteError: WRONG_CODE },
    null,
  ],
];

const CONTACTS: Row[] = [
  [
    'verified list empty and unverified not: verifyUser',
    at('checkingContacts'),
    answered({ type: 'contactsFound', contacts: { verified: [], unverified: [EMAIL] } }),
    { name: 'verifyUser', contacts: [EMAIL], ...FRESH },
    null,
  ],
  [
    'else resolved (one is verified)',
    at('checkingContacts'),
    answered({ type: 'contactsFound', contacts: { verified: [EMAIL], unverified: [EMAIL] } }),
    { name: 'authenticated', user: USER },
    null,
  ],
  [
    'else resolved (there is none)',
    at('checkingContacts'),
    answered({ type: 'contactsFound', contacts: { verified: [], unverified: [] } }),
    { name: 'authenticated' },
    null,
  ],
  [
    'contacts out of reach keep nobody out',
    at('checkingContacts'),
    failed('NetworkError'),
    { name: 'authenticated' },
    null,
  ],
  [
    'a session that ended meanwhile',
    at('checkingContacts'),
    failed('SessionRevoked'),
    { name: 'signingOut' },
    { type: 'signOut', isGlobal: false, isForced: true },
  ],
  [
    'verifyUser leads to',
    at('verifyUser'),
    { type: 'submitContact', attribute: 'email' },
    { name: 'verifyUser', chosen: 'email', ...PENDING },
    { type: 'sendVerificationCode', attribute: 'email' },
  ],
  [
    'confirmVerifyUser',
    at('verifyUser', { chosen: 'email', ...PENDING }),
    answered({ type: 'codeSent', delivery: DELIVERY }),
    { name: 'confirmVerifyUser', attribute: 'email', delivery: DELIVERY, ...FRESH },
    null,
  ],
  [
    'a code that cannot be sent leaves the form',
    at('verifyUser', { chosen: 'email', ...PENDING }),
    failed('CodeDeliveryFailureException'),
    { name: 'verifyUser', isPending: false, remoteError: { code: 'CodeDeliveryFailureException' } },
    null,
  ],
  ['both can be skipped (verifyUser)', at('verifyUser'), { type: 'skip' }, { name: 'authenticated' }, null],
  [
    'both can be skipped (confirmVerifyUser)',
    at('confirmVerifyUser'),
    { type: 'skip' },
    { name: 'authenticated' },
    null,
  ],
  [
    'the code is sent',
    at('confirmVerifyUser'),
    { type: 'submitCode', code: '1' },
    { name: 'confirmVerifyUser', ...PENDING },
    { type: 'verifyContact', attribute: 'email', code: '1' },
  ],
  [
    'the code is asked for again',
    at('confirmVerifyUser'),
    { type: 'resend' },
    { name: 'confirmVerifyUser', ...PENDING },
    { type: 'sendVerificationCode', attribute: 'email' },
  ],
  [
    'and was sent',
    at('confirmVerifyUser', PENDING),
    answered({ type: 'codeSent', delivery: NEXT_CODE }),
    { name: 'confirmVerifyUser', delivery: NEXT_CODE, isPending: false },
    null,
  ],
  [
    'to resolve',
    at('confirmVerifyUser', PENDING),
    answered({ type: 'confirmed' }),
    { name: 'authenticated', user: USER },
    null,
  ],
  [
    'a wrong code leaves the form',
    at('confirmVerifyUser', PENDING),
    answered({ type: 'failed', error: WRONG_CODE }),
    { name: 'confirmVerifyUser', isPending: false, remoteError: WRONG_CODE },
    null,
  ],
  [
    'a session that ended meanwhile',
    at('confirmVerifyUser', PENDING),
    failed('UserDisabled'),
    { name: 'signingOut' },
    { type: 'signOut', isGlobal: false, isForced: true },
  ],
];

const FORCED: Order = { type: 'signOut', isGlobal: false, isForced: true };

const SESSION: Row[] = [
  [
    'token refresh re-fetches the user',
    at('authenticated'),
    { type: 'tokenRefreshed' },
    { name: 'authenticated' },
    { type: 'refetchUser' },
  ],
  [
    'and has them',
    at('authenticated'),
    answered({ type: 'userFound', user: { ...USER, name: 'Lady Ada' } }),
    { name: 'authenticated', user: { ...USER, name: 'Lady Ada' } },
    null,
  ],
  ['and signs out on failure', at('authenticated'), failed('Unknown'), { name: 'signingOut' }, FORCED],
  [
    'a refresh that the service refused',
    at('authenticated'),
    { type: 'refreshFailed', error: { code: 'SessionExpired' } },
    { name: 'signingOut' },
    FORCED,
  ],
  [
    'a refresh without a network ends nothing',
    at('authenticated'),
    { type: 'refreshFailed', error: { code: 'NetworkError' } },
    { name: 'authenticated' },
    null,
  ],
  [
    'session invalid: user disabled',
    at('authenticated'),
    { type: 'sessionFailed', error: { code: 'UserDisabled' } },
    { name: 'signingOut' },
    FORCED,
  ],
  [
    'session invalid: user does not exist',
    at('authenticated'),
    { type: 'sessionFailed', error: { code: 'UserNotFoundException' } },
    { name: 'signingOut' },
    FORCED,
  ],
  [
    'session invalid: access or refresh token revoked',
    at('authenticated'),
    { type: 'sessionFailed', error: { code: 'SessionRevoked' } },
    { name: 'signingOut' },
    FORCED,
  ],
  [
    'session invalid: refresh token expired',
    at('authenticated'),
    { type: 'sessionFailed', error: { code: 'SessionExpired' } },
    { name: 'signingOut' },
    FORCED,
  ],
  [
    'session invalid: password reset required',
    at('authenticated'),
    { type: 'sessionFailed', error: { code: 'PasswordResetRequiredException' } },
    { name: 'signingOut' },
    FORCED,
  ],
  [
    'session invalid while a contact is verified',
    at('verifyUser'),
    { type: 'sessionFailed', error: { code: 'UserDisabled' } },
    { name: 'signingOut' },
    FORCED,
  ],
  [
    'any other error ends no session',
    at('authenticated'),
    { type: 'sessionFailed', error: { code: 'LimitExceededException' } },
    { name: 'authenticated' },
    null,
  ],
  [
    'Sign-out',
    at('authenticated'),
    { type: 'signOut', isGlobal: true },
    { name: 'signingOut' },
    { type: 'signOut', isGlobal: true, isForced: false },
  ],
  [
    'returns to setup',
    at('signingOut'),
    answered({ type: 'signedOutHere' }),
    { name: 'configuring', remoteError: null },
    { type: 'start' },
  ],
  [
    'whether it succeeds or fails',
    at('signingOut'),
    failed('SignOutTimeout'),
    { name: 'configuring' },
    { type: 'start' },
  ],
  ['signed out in another tab', at('authenticated'), { type: 'signedOut' }, { name: 'configuring' }, { type: 'start' }],
  [
    'signed out in another tab while verifying',
    at('verifyUser'),
    { type: 'signedOut' },
    { name: 'configuring' },
    { type: 'start' },
  ],
  [
    'signed in in another tab',
    at('signIn'),
    { type: 'signedIn', user: USER },
    { name: 'authenticated', user: USER },
    null,
  ],
  [
    'what another tab does waits for the answer under way',
    at('signIn', PENDING),
    { type: 'signedIn', user: USER },
    { name: 'signIn', ...PENDING },
    null,
  ],
  [
    'Federated sign-in is a pending state that ends resolved',
    at('federated'),
    { type: 'signedIn', user: USER },
    { name: 'authenticated', user: USER },
    null,
  ],
  [
    '§9 Sign-in redirect wait',
    at('federated'),
    failed('RedirectTimeout'),
    { name: 'signIn', remoteError: { code: 'RedirectTimeout' } },
    null,
  ],
  [
    'cancelled by the back button',
    at('federated'),
    { type: 'federationFailed', error: { code: 'OAuthCancelled' } },
    { name: 'signIn', remoteError: { code: 'OAuthCancelled' } },
    null,
  ],
];

describe('transitions', () => {
  const rows = [...START, ...SIGN_IN, ...CHALLENGES, ...SIGN_UP, ...RESET, ...CONTACTS, ...SESSION];
  test.each(rows)('%s: %o on %o', (_sentence, state, event, next, order) => {
    const { state: after, command } = transition(state, event, CONFIG);
    expect(after).toMatchObject(next);
    expect(command).toEqual(order && { ...order, sequence: after.sequence });
  });

  test.each(Object.values(SCREENS).filter((screen) => 'username' in screen && screen.name !== 'signIn'))(
    'back to sign-in from $name',
    (screen) => {
      const { state, command } = transition({ ...screen, sequence: SEQUENCE }, { type: 'go', to: 'signIn' }, CONFIG);
      expect(state).toMatchObject({ name: 'signIn', username: 'ada', ...FRESH });
      expect(command).toBeNull();
    },
  );

  test('starts by setting up', () => {
    expect(begin()).toMatchObject({ state: { name: 'configuring' }, command: { type: 'start' } });
  });

  test('the initial state comes from the configuration, and sign-up can be hidden', () => {
    const started = answered({ type: 'started', user: null, restored: null });
    const first = (config: Parameters<typeof transition>[2]) =>
      transition(at('configuring'), started, config).state.name;
    expect(first({ initialState: 'signUp', hasSignUp: true })).toBe('signUp');
    expect(first({ initialState: 'resetPassword', hasSignUp: true })).toBe('resetPassword');
    expect(first({ initialState: 'signUp', hasSignUp: false })).toBe('signIn');
    const hidden = { initialState: 'signIn', hasSignUp: false } as const;
    expect(transition(at('signIn'), { type: 'go', to: 'signUp' }, hidden).state.name).toBe('signIn');
  });
});

describe('everything in every state', () => {
  const states = Object.keys(SCREENS).map((name) => at(name as ScreenName));
  const forms = states.filter((state) => 'isPending' in state);
  const results = OUTCOMES.map((outcome) => answered(outcome));

  test.each(states)('$name takes each event, and tells no secret', (state) => {
    for (const event of [...SUBMISSIONS, ...OTHERS, ...results]) {
      const { state: after, command } = transition(state, event, CONFIG);
      expect(SCREENS).toHaveProperty(after.name);
      expect(command?.sequence ?? after.sequence).toBe(after.sequence);
      expect(JSON.stringify(after)).not.toMatch(/Secret12|123456/);
    }
  });

  test.each(forms)('$name takes no second submission while it is pending', (state) => {
    const pending: FlowState = { ...state, isPending: true };
    const ignored: FlowEvent[] = [
      ...SUBMISSIONS,
      { type: 'resend' },
      { type: 'skip' },
      { type: 'federate', provider: 'google' },
    ];
    for (const event of ignored) expect(transition(pending, event, CONFIG)).toEqual({ state: pending, command: null });
  });

  test.each(states)('$name ignores answers to what was asked before', (state) => {
    for (const outcome of OUTCOMES) {
      const late = answered(outcome, SEQUENCE - 1);
      expect(transition(state, late, CONFIG)).toEqual({ state, command: null });
    }
  });

  test.each(states)('$name can be signed out of', (state) => {
    const { state: after, command } = transition(state, { type: 'signOut', isGlobal: false }, CONFIG);
    expect(after.name).toBe('signingOut');
    expect(command).toMatchObject({ type: 'signOut', isForced: false });
  });

  test('an answer that comes after the visitor went back changes nothing', () => {
    const sent = transition(at('signUp'), SUBMISSIONS[1] as FlowEvent, CONFIG);
    const back = transition(sent.state, { type: 'go', to: 'signIn' }, CONFIG);
    const late = { type: 'signUpStep', step: { kind: 'autoSignIn' }, sequence: sent.state.sequence } as const;
    expect(transition(back.state, late, CONFIG).state).toEqual(back.state);
  });
});
