import type { FlowEvent } from './event.ts';
import { signInScreen } from './sign-in.ts';
import type { StateOf } from './state.ts';
import { freshForm, refuse, show, stay, submit, type Transition } from './step.ts';

/** Asks for the name whose password is forgotten. */
export function resetPassword(state: StateOf<'resetPassword'>, event: FlowEvent): Transition | null {
  switch (event.type) {
    case 'submitUsername': {
      const { username } = event;
      return submit({ ...state, username }, { type: 'resetPassword', username });
    }
    case 'codeSent':
      return show(state, { name: 'confirmResetPassword', delivery: event.delivery, ...freshForm(state.username) });
    case 'failed':
      return refuse(state, event.error);
    default:
      return null;
  }
}

/** Takes the code and the new password; with it, visitors sign in. */
export function confirmResetPassword(state: StateOf<'confirmResetPassword'>, event: FlowEvent): Transition | null {
  const { username } = state;
  switch (event.type) {
    case 'submitReset':
      return submit(state, { type: 'confirmResetPassword', username, code: event.code, password: event.password });
    case 'resend':
      return submit(state, { type: 'resetPassword', username });
    case 'codeSent':
      return stay({ ...state, isPending: false, delivery: event.delivery });
    case 'confirmed':
      return show(state, signInScreen(username));
    case 'failed':
      return refuse(state, event.error);
    default:
      return null;
  }
}
