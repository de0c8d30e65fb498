import type { AccountConfig } from '#/model/account.ts';
import { endsSession, type RemoteError } from '../remote-error.ts';
import type { FlowEvent } from './event.ts';
import { signInScreen } from './sign-in.ts';
import type { FlowState, Screen, StateOf } from './state.ts';
import { freshForm, issueCommand, show, stay, type Transition } from './step.ts';

/** Of the configuration, what the flow goes by. */
export type FlowConfig = Pick<AccountConfig, 'initialState' | 'hasSignUp'>;

/** The beginning: nothing is known yet of who is here. */
export function begin(): Transition {
  return restart({ name: 'signingOut', sequence: 0 });
}

/** Back to set-up, after a sign-out here or elsewhere. What went wrong with it is told above the first form. */
export function restart(state: FlowState, remoteError: RemoteError | null = null): Transition {
  return issueCommand(state, { name: 'configuring', remoteError }, { type: 'start' });
}

/** The session cannot go on. */
export function forceSignOut(state: FlowState): Transition {
  return issueCommand(state, { name: 'signingOut' }, { type: 'signOut', isGlobal: false, isForced: true });
}

/** Whether somebody is signed in decides what is shown first. */
export function configuring(state: StateOf<'configuring'>, event: FlowEvent, config: FlowConfig): Transition | null {
  switch (event.type) {
    case 'started':
      if (event.user) return show(state, { name: 'authenticated', user: event.user });
      if (state.remoteError) return show(state, signInScreen('', state.remoteError));
      return show(state, event.restored ?? initialScreen(config));
    case 'failed':
      return show(state, { name: 'unavailable', error: event.error });
    // A provider sent the visitor back without signing in: told as soon as there is a form to tell it above.
    case 'federationFailed':
      return stay({ ...state, remoteError: event.error });
    // Tokens from an earlier visit were refused: so is why nobody is signed in any more.
    case 'refreshFailed':
      return endsSession(event.error) ? stay({ ...state, remoteError: event.error }) : null;
    default:
      return null;
  }
}

export function unavailable(state: StateOf<'unavailable'>, event: FlowEvent): Transition | null {
  return event.type === 'retry' ? restart(state) : null;
}

export function authenticated(state: StateOf<'authenticated'>, event: FlowEvent): Transition | null {
  switch (event.type) {
    case 'tokenRefreshed':
      return issueCommand(state, state, { type: 'refetchUser' });
    case 'userFound':
      return stay({ ...state, user: event.user });
    case 'failed':
      return forceSignOut(state);
    default:
      return null;
  }
}

/** Ends whether it succeeds or fails. */
export function signingOut(state: StateOf<'signingOut'>, event: FlowEvent): Transition | null {
  if (event.type === 'failed') return restart(state, event.error);
  return event.type === 'signedOutHere' ? restart(state) : null;
}

function initialScreen({ initialState, hasSignUp }: FlowConfig): Screen {
  const name = initialState === 'signUp' && !hasSignUp ? 'signIn' : initialState;
  return { name, ...freshForm('') };
}
