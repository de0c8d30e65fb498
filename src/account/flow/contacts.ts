import { endsSession, type RemoteError } from '../remote-error.ts';
import type { FlowEvent } from './event.ts';
import { forceSignOut } from './lifecycle.ts';
import type { FlowState, StateOf } from './state.ts';
import { refuse, show, stay, submit, type Transition } from './step.ts';

const NEW_FORM = { isPending: false, remoteError: null } as const;

/** After a sign-in: who has contacts, but none that is verified, is offered to verify one. */
export function checkingContacts(state: StateOf<'checkingContacts'>, event: FlowEvent): Transition | null {
  const { user } = state;
  if (event.type === 'failed') {
    return endsSession(event.error) ? forceSignOut(state) : show(state, { name: 'authenticated', user });
  }
  if (event.type !== 'contactsFound') return null;
  const { verified, unverified: contacts } = event.contacts;
  const isAsked = verified.length === 0 && contacts.length > 0;
  return show(
    state,
    isAsked ? { name: 'verifyUser', user, contacts, chosen: null, ...NEW_FORM } : { name: 'authenticated', user },
  );
}

export function verifyUser(state: StateOf<'verifyUser'>, event: FlowEvent): Transition | null {
  switch (event.type) {
    case 'submitContact': {
      const { attribute } = event;
      return submit({ ...state, chosen: attribute }, { type: 'sendVerificationCode', attribute });
    }
    case 'codeSent':
      return state.chosen === null
        ? null
        : show(state, {
            name: 'confirmVerifyUser',
            user: state.user,
            attribute: state.chosen,
            delivery: event.delivery,
            ...NEW_FORM,
          });
    case 'skip':
      return show(state, { name: 'authenticated', user: state.user });
    case 'failed':
      return failed(state, event.error);
    default:
      return null;
  }
}

export function confirmVerifyUser(state: StateOf<'confirmVerifyUser'>, event: FlowEvent): Transition | null {
  const { user, attribute } = state;
  switch (event.type) {
    case 'submitCode':
      return submit(state, { type: 'verifyContact', attribute, code: event.code });
    case 'resend':
      return submit(state, { type: 'sendVerificationCode', attribute });
    case 'codeSent':
      return stay({ ...state, isPending: false, delivery: event.delivery });
    case 'confirmed':
    case 'skip':
      return show(state, { name: 'authenticated', user });
    case 'failed':
      return failed(state, event.error);
    default:
      return null;
  }
}

function failed(
  state: Extract<FlowState, { name: 'verifyUser' | 'confirmVerifyUser' }>,
  error: RemoteError,
): Transition {
  return endsSession(error) ? forceSignOut(state) : refuse(state, error);
}
