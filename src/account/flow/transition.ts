import { endsSession } from '../remote-error.ts';
import { challenge } from './challenge.ts';
import { checkingContacts, confirmVerifyUser, verifyUser } from './contacts.ts';
import type { FlowEvent } from './event.ts';
import {
  authenticated,
  configuring,
  type FlowConfig,
  forceSignOut,
  restart,
  signingOut,
  unavailable,
} from './lifecycle.ts';
import { confirmResetPassword, resetPassword } from './reset-password.ts';
import { federated, signIn, signInScreen } from './sign-in.ts';
import { confirmSignUp, signUp, waitingForLink } from './sign-up.ts';
import { type FlowState, isForm } from './state.ts';
import { freshForm, issueCommand, show, stay, type Transition } from './step.ts';

/**
 * The authenticator as a pure function: what an event makes of a state, and what is to be done. What does not fit, and answers to what
 * was asked from a screen that was left meanwhile, change nothing.
 */
export function transition(state: FlowState, event: FlowEvent, config: FlowConfig): Transition {
  if ('sequence' in event && event.sequence !== state.sequence) return stay(state);
  return (
    anywhere(state, event, config) ?? (mayHear(state, event) ? onScreen(state, event, config) : null) ?? stay(state)
  );
}

/** A pending form hears answers, and no second submission. */
function mayHear(state: FlowState, event: FlowEvent): boolean {
  return !isForm(state) || !state.isPending || 'sequence' in event;
}

/** What can happen on many screens alike. */
function anywhere(state: FlowState, event: FlowEvent, config: FlowConfig): Transition | null {
  switch (event.type) {
    case 'signOut':
      return issueCommand(
        state,
        { name: 'signingOut' },
        { type: 'signOut', isGlobal: event.isGlobal, isForced: false },
      );
    case 'dismissError':
      return isForm(state) ? stay({ ...state, remoteError: null }) : null;
    case 'go':
      return go(state, event.to, config);
    case 'signedIn':
      return isGuest(state) ? show(state, { name: 'authenticated', user: event.user }) : null;
    case 'signedOut':
      return isMember(state) ? restart(state) : null;
    // By another tab, while this one had a form under way: who it is, is looked up.
    case 'failed':
      return event.error.code === 'AlreadySignedIn' ? restart(state) : null;
    case 'refreshFailed':
    case 'sessionFailed':
      return isMember(state) && endsSession(event.error) ? forceSignOut(state) : null;
    default:
      return null;
  }
}

/** Between the screens that anybody may see, and back to the first from each that comes before the session. */
function go(state: FlowState, to: 'signIn' | 'signUp' | 'resetPassword', config: FlowConfig): Transition | null {
  if (state.name === 'federated') return show(state, signInScreen());
  if (!('username' in state) || state.name === to) return null;
  if (to === 'signIn') return show(state, signInScreen(state.username));
  if (to === 'signUp' && !config.hasSignUp) return null;
  const isFirst = state.name === 'signIn' || state.name === 'signUp' || state.name === 'resetPassword';
  return isFirst ? show(state, { name: to, ...freshForm(state.username) }) : null;
}

/** Nobody is signed in here, and nothing is under way that would tell so itself. */
function isGuest(state: FlowState): boolean {
  if (state.name === 'waitingForLink') return false;
  return state.name === 'federated' || ('username' in state && !state.isPending);
}

function isMember({ name }: FlowState): boolean {
  return (
    name === 'authenticated' || name === 'checkingContacts' || name === 'verifyUser' || name === 'confirmVerifyUser'
  );
}

function onScreen(state: FlowState, event: FlowEvent, config: FlowConfig): Transition | null {
  switch (state.name) {
    case 'configuring':
      return configuring(state, event, config);
    case 'unavailable':
      return unavailable(state, event);
    case 'signIn':
      return signIn(state, event);
    case 'federated':
      return federated(state, event);
    case 'signUp':
      return signUp(state, event);
    case 'confirmSignUp':
      return confirmSignUp(state, event);
    case 'waitingForLink':
      return waitingForLink(state, event);
    case 'confirmSignIn':
    case 'selectMfaType':
    case 'selectMfaSetup':
    case 'setupTotp':
    case 'setupEmail':
    case 'customChallenge':
    case 'forceNewPassword':
      return challenge(state, event);
    case 'resetPassword':
      return resetPassword(state, event);
    case 'confirmResetPassword':
      return confirmResetPassword(state, event);
    case 'checkingContacts':
      return checkingContacts(state, event);
    case 'verifyUser':
      return verifyUser(state, event);
    case 'confirmVerifyUser':
      return confirmVerifyUser(state, event);
    case 'authenticated':
      return authenticated(state, event);
    case 'signingOut':
      return signingOut(state, event);
  }
}
