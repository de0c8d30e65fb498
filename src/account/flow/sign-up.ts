import type { CodeDelivery, SignUpStep } from '../identity-client.ts';
import type { FlowEvent } from './event.ts';
import { afterSignInStep, federate, signInScreen } from './sign-in.ts';
import type { FlowState, StateOf } from './state.ts';
import { freshForm, issueCommand, refuse, show, stay, submit, type Transition } from './step.ts';

export function signUp(state: StateOf<'signUp'>, event: FlowEvent): Transition | null {
  switch (event.type) {
    case 'submitSignUp': {
      const { username, password, attributes } = event;
      return submit({ ...state, username }, { type: 'signUp', username, password, attributes });
    }
    case 'federate':
      return federate(state, event.provider);
    case 'signUpStep':
      return afterSignUpStep(state, event.step);
    // Of the automatic sign-in: without it, visitors sign in themselves.
    case 'signInStep':
      return afterSignInStep(state, event.step, state.username);
    case 'failed':
      if (event.error.code === 'AutoSignInException') return show(state, signInScreen(state.username));
      return refuse(state, event.error);
    default:
      return null;
  }
}

function afterSignUpStep(state: StateOf<'signUp'>, step: SignUpStep): Transition {
  const { username } = state;
  switch (step.kind) {
    case 'confirm':
      return show(state, { name: 'confirmSignUp', delivery: step.delivery, ...freshForm(username) });
    case 'link':
      return waitForLink(state, step.delivery, username);
    // The intent autoSignInSubmit: who is confirmed already is not asked for anything more.
    case 'autoSignIn':
      return submit(state, { type: 'autoSignIn' });
    case 'done':
      return show(state, signInScreen(username));
  }
}

/** Links go to e-mail addresses only: what came by a text message is a code, and is asked for. */
function waitForLink(state: FlowState, delivery: CodeDelivery | null, username: string): Transition {
  const form = freshForm(username);
  return delivery?.medium === 'SMS'
    ? show(state, { name: 'confirmSignUp', delivery, ...form })
    : issueCommand(state, { name: 'waitingForLink', delivery, ...form }, { type: 'autoSignIn' });
}

/** The code of a sign-up, which can be sent again. `confirmed` is followed by the automatic sign-in, whose answer comes here too. */
export function confirmSignUp(state: StateOf<'confirmSignUp'>, event: FlowEvent): Transition | null {
  const { username, wasConfirmed = false } = state;
  switch (event.type) {
    case 'submitCode':
      return submit(state, { type: 'confirmSignUp', username, code: event.code });
    case 'resend':
      return submit(state, { type: 'resendSignUpCode', username });
    case 'codeSent':
      return stay({ ...state, isPending: false, delivery: event.delivery });
    case 'confirmed':
      return submit({ ...state, isConfirmed: true }, { type: 'autoSignIn' });
    case 'signInStep':
      return afterSignInStep(state, event.step, username);
    case 'failed':
      if (event.error.code === 'UserAlreadyConfirmed') {
        return submit({ ...state, isConfirmed: true, wasConfirmed: true }, { type: 'autoSignIn' });
      }
      if (event.error.code === 'AutoSignInException') return show(state, { ...signInScreen(username), wasConfirmed });
      // There is no code left to enter: whatever kept the automatic sign-in from coming about, visitors sign in themselves.
      if (state.isConfirmed) return show(state, { ...signInScreen(username, event.error), wasConfirmed });
      return refuse(state, event.error);
    default:
      return null;
  }
}

/** Polling for the link to be opened. When it was not in time, or the sign-in failed, visitors sign in themselves. */
export function waitingForLink(state: StateOf<'waitingForLink'>, event: FlowEvent): Transition | null {
  switch (event.type) {
    // Sent again, to who signed in before they opened the first.
    case 'codeSent':
      return waitForLink(state, event.delivery, state.username);
    case 'signInStep':
      return afterSignInStep(state, event.step, state.username);
    case 'failed':
      return show(state, signInScreen(state.username, event.error));
    default:
      return null;
  }
}
