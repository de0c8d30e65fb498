import type { Answer } from '../identity-client.ts';

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
