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
  const step = (call: () => Promise<SignInOutput>) => answer(async () => toSignInStep(await call(), requireUser));
  return {
    signIn: oneAtATime(({ username, password }) =>
      step(() => {
        const options = { authFlowType };
        return signIn(needsPassword ? { username, password, options } : { username, options });
      }),
    ),
    confirmSignIn: ({ answer: challengeResponse, attributes: userAttributes }) =>
      step(() => confirmSignIn({ challengeResponse, options: { userAttributes } })),
    autoSignIn: () => step(() => autoSignIn()),
    signUp: ({ username, password, attributes: userAttributes }) =>
      retold(
        answer(async () =>
          toSignUpStep(await signUp({ username, password, options: { userAttributes, autoSignIn: { authFlowType } } })),
        ),
        { Unknown: 'SignUpFailed' },
      ),
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
