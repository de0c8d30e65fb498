import {
  autoSignIn,
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  confirmUserAttribute,
  resendSignUpCode,
  resetPassword,
  sendUserAttributeVerificationCode,
  signIn,
  type SignInOutput,
  signUp,
} from 'aws-amplify/auth';
import type { IdentityPool } from '#/model/account.ts';
import { sleep } from '#/site/browser/timeouts.ts';
import type { Answer, SignInClient } from '../identity-client.ts';
import { answer, done, retold } from './answer.ts';
import { onIdentityEvent } from './events.ts';
import { signOutOf } from './sign-out.ts';
import { toDelivery, toSignInStep, toSignUpStep } from './steps.ts';
import { findContacts, findSessionTokens, findUser, requireUser } from './user.ts';

/** Signing in and up against a user pool. Amplify must have been configured. */
export function createSignInClient(pool: IdentityPool, returnUrl: string): SignInClient {
  const { authFlow: authFlowType } = pool;
  const needsPassword = authFlowType !== 'CUSTOM_WITHOUT_SRP';
  const step = (call: () => Promise<SignInOutput>) =>
    answer(async () => toSignInStep(await call(), requireUser, pool.verification));
  /** How to try again for who signed in before they opened their link; null: that was not the last that happened. */
  let tryAgain: (() => Promise<SignInOutput>) | null = null;
  return {
    signIn: oneAtATime(({ username, password }) =>
      step(async () => {
        tryAgain = null;
        const options = { authFlowType };
        const tryNow = () => signIn(needsPassword ? { username, password, options } : { username, options });
        const output = await tryNow();
        if (pool.verification === 'link' && isUnconfirmed(output)) tryAgain = tryNow;
        return output;
      }),
    ),
    confirmSignIn: ({ answer: challengeResponse, attributes: userAttributes }) =>
      step(() => confirmSignIn({ challengeResponse, options: { userAttributes } })),
    autoSignIn: () => {
      const trying = tryAgain;
      return step(() => (trying ? signInOnceConfirmed(trying, () => trying === tryAgain) : autoSignIn()));
    },
    signUp: ({ username, password, attributes: userAttributes }) => {
      tryAgain = null;
      return retold(
        answer(async () =>
          toSignUpStep(await signUp({ username, password, options: { userAttributes, autoSignIn: { authFlowType } } })),
        ),
        { Unknown: 'SignUpFailed' },
      );
    },
    confirmSignUp: ({ username, code }) => done(() => confirmSignUp({ username, confirmationCode: code })),
    resendSignUpCode: (input) => answer(async () => toDelivery(await resendSignUpCode(input))),
    resetPassword: (input) => answer(async () => toDelivery((await resetPassword(input)).nextStep.codeDeliveryDetails)),
    confirmResetPassword: ({ username, code, password }) =>
      done(() => confirmResetPassword({ username, confirmationCode: code, newPassword: password })),
    async signInWithProvider({ provider }) {
      const social = await answer(() => import('./social.ts'));
      return social.ok ? social.value.leaveForProvider(provider, pool) : social;
    },
    findContacts: () => answer(findContacts),
    sendVerificationCode: ({ attribute }) =>
      answer(async () => toDelivery(await sendUserAttributeVerificationCode({ userAttributeKey: attribute }))),
    verifyContact: ({ attribute, code }) =>
      done(() => confirmUserAttribute({ userAttributeKey: attribute, confirmationCode: code })),
    currentUser: () => answer(findUser),
    session: (input) => answer(() => findSessionTokens(input)),
    signOut: ({ isGlobal }) => signOutOf(pool, isGlobal, returnUrl),
    onEvent: onIdentityEvent,
  };
}

function isUnconfirmed({ nextStep }: SignInOutput): boolean {
  return nextStep.signInStep === 'CONFIRM_SIGN_UP';
}

/** How often, and how long, it is tried whether a link was opened: as Amplify does after a sign-up (docs/specification.md 9.7). */
const LINK_TRY_MS = 5000;
const LINK_WAIT_MS = 3 * 60_000;

/**
 * Signs in again as soon as the account was confirmed. Rejects as Amplify does, with an AutoSignInException, when that was not in time or
 * something else has begun meanwhile.
 */
export async function signInOnceConfirmed(
  signIn: () => Promise<SignInOutput>,
  isWanted: () => boolean,
): Promise<SignInOutput> {
  const endsAtMs = Date.now() + LINK_WAIT_MS;
  while (isWanted() && Date.now() < endsAtMs) {
    const output = await signIn();
    if (!isUnconfirmed(output)) return output;
    await sleep(LINK_TRY_MS);
  }
  throw Object.assign(new Error('The account was not confirmed on time.'), { name: 'AutoSignInException' });
}

/**
 * A sign-in, refused as long as another one is under way: Amplify has one place for what it remembers of it. Leaving the form does not end
 * an attempt that the service is slow to answer.
 */
export function oneAtATime<Input, T>(signIn: (input: Input) => Promise<Answer<T>>): typeof signIn {
  let isUnderWay = false;
  return async (input) => {
    if (isUnderWay) return { ok: false, error: { code: 'SignInPending' } };
    isUnderWay = true;
    try {
      return await signIn(input);
    } finally {
      isUnderWay = false;
    }
  };
}
