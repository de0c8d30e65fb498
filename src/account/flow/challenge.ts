import type { AuthCommand } from './command.ts';
import type { FlowEvent } from './event.ts';
import { afterSignInStep, signInScreen } from './sign-in.ts';
import type { ChallengeScreen } from './state.ts';
import { refuse, show, submit, type Transition } from './step.ts';

/** Steps between the password and the session: each takes its own kind of answer, and the service says what follows. */
export function challenge(state: ChallengeScreen & { sequence: number }, event: FlowEvent): Transition | null {
  if (event.type === 'signInStep') return afterSignInStep(state, event.step, state.username);
  if (event.type === 'failed') {
    // Nothing that is typed here could succeed any more.
    if (event.error.code === 'ChallengeExpired') return show(state, signInScreen(state.username, event.error));
    return refuse(state, event.error);
  }
  const answer = answerOf(state, event);
  return answer && submit(state, answer);
}

function answerOf({ name }: ChallengeScreen, event: FlowEvent): AuthCommand | null {
  const confirm = (answer: string, attributes = {}): AuthCommand => ({ type: 'confirmSignIn', answer, attributes });
  switch (name) {
    case 'confirmSignIn':
    case 'setupTotp':
    case 'customChallenge':
      return event.type === 'submitCode' ? confirm(event.code) : null;
    case 'selectMfaType':
    case 'selectMfaSetup':
      return event.type === 'submitMfaType' ? confirm(event.mfaType) : null;
    case 'setupEmail':
      return event.type === 'submitEmail' ? confirm(event.email) : null;
    case 'forceNewPassword':
      return event.type === 'submitNewPassword' ? confirm(event.password, event.attributes) : null;
  }
}
