import type { Answer, IdentityClient } from '../identity-client.ts';
import type { Order } from './command.ts';
import type { Outcome } from './event.ts';
import { restoreScreen } from './restore.ts';

/** What performing needs: the service's client, and how to forget all that was cached for a user. */
type Performers = { client: IdentityClient; forget: () => void };

/** Carries out what the flow wants done, and tells what came of it. */
export async function perform(order: Order, { client, forget }: Performers): Promise<Outcome> {
  switch (order.type) {
    case 'start':
      return told(await client.currentUser(), (user) => ({ type: 'started', user, restored: restoreScreen() }));
    case 'signIn':
      return told(await client.signIn(order), (step) => ({ type: 'signInStep', step }));
    case 'confirmSignIn':
      return told(await client.confirmSignIn(order), (step) => ({ type: 'signInStep', step }));
    case 'autoSignIn':
      return told(await client.autoSignIn(), (step) => ({ type: 'signInStep', step }));
    case 'signUp':
      return told(await client.signUp(order), (step) => ({ type: 'signUpStep', step }));
    case 'resendSignUpCode':
      return told(await client.resendSignUpCode(order), (delivery) => ({ type: 'codeSent', delivery }));
    case 'resetPassword':
      return told(await client.resetPassword(order), (delivery) => ({ type: 'codeSent', delivery }));
    case 'sendVerificationCode':
      return told(await client.sendVerificationCode(order), (delivery) => ({ type: 'codeSent', delivery }));
    case 'confirmSignUp':
      return told(await client.confirmSignUp(order), () => ({ type: 'confirmed' }));
    case 'confirmResetPassword':
      return told(await client.confirmResetPassword(order), () => ({ type: 'confirmed' }));
    case 'verifyContact':
      return told(await client.verifyContact(order), () => ({ type: 'confirmed' }));
    case 'findContacts':
      return told(await client.findContacts(), (contacts) => ({ type: 'contactsFound', contacts }));
    case 'signInWithProvider':
      return told(await client.signInWithProvider(order), () => ({ type: 'confirmed' }));
    case 'refetchUser':
      return told(await client.currentUser(), (user) =>
        user ? { type: 'userFound', user } : { type: 'failed', error: { code: 'NoSession' } },
      );
    case 'signOut': {
      const ended = await client.signOut(order);
      forget();
      return told(ended, () => ({ type: 'signedOutHere' }));
    }
  }
}

function told<T>(answer: Answer<T>, tell: (value: T) => Outcome): Outcome {
  return answer.ok ? tell(answer.value) : { type: 'failed', error: answer.error };
}
