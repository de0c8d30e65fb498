import type { SignInStep } from '../identity-client.ts';
import type { RemoteError } from '../remote-error.ts';
import type { FlowEvent } from './event.ts';
import type { ChallengeScreen, FlowState, FormState, Screen, ScreenOf, StateOf } from './state.ts';
import { freshForm, issueCommand, PENDING, refuse, show, submit, type Transition } from './step.ts';

/** The sign-in screen, for a name that may be known already. */
export function signInScreen(username = '', remoteError: RemoteError | null = null): ScreenOf<'signIn'> {
  return { name: 'signIn', ...freshForm(username), remoteError };
}

/** Name and password: what they lead to is decided by `afterSignInStep`. */
export function signIn(state: StateOf<'signIn'>, event: FlowEvent): Transition | null {
  switch (event.type) {
    case 'submitSignIn': {
      const { username, password } = event;
      return submit({ ...state, username, wasConfirmed: false }, { type: 'signIn', username, password });
    }
    case 'federate':
      return federate(state, event.provider);
    case 'signInStep':
      return afterSignInStep(state, event.step, state.username);
    case 'failed':
      if (event.error.code === 'UserNotConfirmedException') return redirectToConfirmSignUp(state, state.username);
      if (event.error.code === 'PasswordResetRequiredException') return redirectToReset(state, state.username);
      return refuse(state, event.error);
    default:
      return null;
  }
}

/** Leaves for a provider's page. */
export function federate(state: FlowState, provider: ScreenOf<'federated'>['provider']): Transition {
  return issueCommand(state, { name: 'federated', provider }, { type: 'signInWithProvider', provider });
}

/** The page is being left; if it was not, or the visitor came back without signing in, there is the form again. */
export function federated(state: StateOf<'federated'>, event: FlowEvent): Transition | null {
  if (event.type !== 'failed' && event.type !== 'federationFailed') return null;
  return show(state, signInScreen('', event.error));
}

/** Where what the service asks for leads, from the form or from the challenge before. */
export function afterSignInStep(
  state: FormState | StateOf<'waitingForLink'>,
  step: SignInStep,
  username: string,
): Transition {
  if (step.kind === 'done') {
    return issueCommand(state, { name: 'checkingContacts', user: step.user }, { type: 'findContacts' });
  }
  if (step.kind === 'confirmSignUp') {
    return step.isByLink ? redirectToLink(state, username) : redirectToConfirmSignUp(state, username);
  }
  if (step.kind === 'resetPassword') return redirectToReset(state, username);
  if (step.kind === 'unexpected') {
    return show(state, signInScreen(username, { code: 'UnexpectedChallenge', message: step.challenge }));
  }
  if ('allowed' in step && step.allowed.length === 0) {
    return show(state, signInScreen(username, { code: 'MFAMethodNotFoundException' }));
  }
  return show(state, challengeScreen(step, username));
}

type ChallengeStep = Exclude<SignInStep, { kind: 'done' | 'confirmSignUp' | 'resetPassword' | 'unexpected' }>;

function challengeScreen(step: ChallengeStep, username: string): ChallengeScreen {
  const form = freshForm(username);
  switch (step.kind) {
    case 'code':
      return { name: 'confirmSignIn', challenge: step.challenge, delivery: step.delivery, ...form };
    case 'newPassword':
      return { name: 'forceNewPassword', missingAttributes: step.missingAttributes, ...form };
    case 'selectMfaType':
    case 'selectMfaSetup':
      return { name: step.kind, allowed: step.allowed, ...form };
    case 'setupTotp':
      return { name: 'setupTotp', secret: step.secret, ...form };
    case 'setupEmail':
      return { name: 'setupEmail', ...form };
    case 'customChallenge':
      return { name: 'customChallenge', parameters: step.parameters, ...form };
  }
}

/** The intent confirmSignUp: the sign-up is gone on with, by a new code. */
function redirectToConfirmSignUp(state: FlowState, username: string): Transition {
  const screen: Screen = { name: 'confirmSignUp', delivery: null, username, ...PENDING };
  return issueCommand(state, screen, { type: 'resendSignUpCode', username });
}

/** The same where it is a link that confirms an account: another one is sent, and what came is known with the answer. */
function redirectToLink(state: FlowState, username: string): Transition {
  const screen: Screen = { name: 'waitingForLink', delivery: null, ...freshForm(username) };
  return issueCommand(state, screen, { type: 'resendSignUpCode', username });
}

/** The intent confirmPasswordReset: the code is sent anew, and the flow jumps to where it is asked for. */
function redirectToReset(state: FlowState, username: string): Transition {
  const screen: Screen = { name: 'confirmResetPassword', delivery: null, username, ...PENDING };
  return issueCommand(state, screen, { type: 'resetPassword', username });
}
