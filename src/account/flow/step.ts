import type { RemoteError } from '../remote-error.ts';
import type { IssuedCommand, AuthCommand } from './command.ts';
import type { FlowState, FormState, Screen } from './state.ts';

/** The state after an event, and what is to be done now. */
export type Transition = { state: FlowState; command: IssuedCommand | null };

const IDLE = { isPending: false, remoteError: null } as const;

/** What a form has when it is first seen. */
export function freshForm(username: string): typeof IDLE & { username: string } {
  return { ...IDLE, username };
}

/** What a form has while its answer is awaited. */
export const PENDING = { isPending: true, remoteError: null } as const;

/** Leaves what is shown for another screen; answers that are still under way come too late. */
export function show(before: FlowState, screen: Screen): Transition {
  return { state: { ...screen, sequence: before.sequence + 1 }, command: null };
}

/** Shows a screen and has something done for it. */
export function issueCommand(before: FlowState, screen: Screen, what: AuthCommand): Transition {
  const sequence = before.sequence + 1;
  return { state: { ...screen, sequence }, command: { ...what, sequence } };
}

/** Has something done for the form that is shown, which is pending until then. */
export function submit(state: FormState, what: AuthCommand): Transition {
  return issueCommand(state, { ...state, ...PENDING }, what);
}

/** The form stays, and says what went wrong. */
export function refuse(state: FormState, error: RemoteError): Transition {
  return stay({ ...state, isPending: false, remoteError: error });
}

/** Nothing is left or asked. */
export function stay(state: FlowState): Transition {
  return { state, command: null };
}
