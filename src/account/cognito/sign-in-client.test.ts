import type { SignInOutput } from 'aws-amplify/auth';
import { afterEach, expect, test, vi } from 'vitest';
import { refuses, works } from '../fixtures/fake-client.ts';
import { oneAtATime, signInOnceConfirmed } from './sign-in-client.ts';

afterEach(() => vi.useRealTimers());

test('a second sign-in waits until the first is answered, whatever the answer', async () => {
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  const signIn = oneAtATime(async (name: string) => {
    await answers[asked++]?.promise;
    return works(name);
  });
  const first = signIn('ada');
  expect(await signIn('grace')).toEqual(refuses('SignInPending'));
  answers[0]?.resolve();
  expect(await first).toEqual(works('ada'));
  const broken = signIn('grace');
  answers[1]?.reject(new RangeError('a mistake of ours'));
  await expect(broken).rejects.toThrow('a mistake of ours');
  expect(await signIn('ida')).toEqual(works('ida'));
});

const DONE: SignInOutput = { isSignedIn: true, nextStep: { signInStep: 'DONE' } };
const UNCONFIRMED: SignInOutput = { isSignedIn: false, nextStep: { signInStep: 'CONFIRM_SIGN_UP' } };

test('who waits for a link that was sent again is signed in within five seconds of its being opened', async () => {
  vi.useFakeTimers();
  let isOpened = false;
  const signIn = vi.fn(async () => (isOpened ? DONE : UNCONFIRMED));
  const signedIn = signInOnceConfirmed(signIn, () => true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(signIn).toHaveBeenCalledTimes(13);
  isOpened = true;
  await vi.advanceTimersByTimeAsync(5000);
  expect(await signedIn).toBe(DONE);
});

test.each([
  ['for more than three minutes', 36, () => true],
  ['once something else has begun', 1, () => Date.now() === 0],
])('a link is not waited for %s', async (_how, tries, isWanted) => {
  vi.useFakeTimers({ now: 0 });
  const signIn = vi.fn(async () => UNCONFIRMED);
  const refused = expect(signInOnceConfirmed(signIn, isWanted)).rejects.toMatchObject({ name: 'AutoSignInException' });
  await vi.advanceTimersByTimeAsync(3 * 60_000);
  await refused;
  expect(signIn).toHaveBeenCalledTimes(tries);
});
