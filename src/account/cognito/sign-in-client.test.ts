import { expect, test } from 'vitest';
import { refuses, works } from '../fixtures/fake-client.ts';
import { oneAtATime } from './sign-in-client.ts';

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
