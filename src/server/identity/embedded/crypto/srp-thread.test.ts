import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createServerKeys } from './srp.ts';
import { createSrpThread } from './srp-thread.ts';

const { srp, close } = createSrpThread();
afterAll(close);

const identity = { group: 'AbCdEfGhI', name: '3c4d8f0e-0000-4000-8000-000000000001' };

test('a verifier is of its password and no other', async () => {
  const credentials = await srp.createCredentials({ identity, password: 'Pass-word1' });
  expect(await srp.isPasswordOf({ identity, credentials, password: 'Pass-word1' })).toBe(true);
  expect(await srp.isPasswordOf({ identity, credentials, password: 'Pass-word2' })).toBe(false);
});

test('what proves nothing is not taken', async () => {
  const { verifier } = await srp.createCredentials({ identity, password: 'Pass-word1' });
  const keys = await srp.createServerKeys(verifier);
  const proof = { A: createServerKeys(verifier).B, secretBlock: '', timestamp: '', signature: '' };
  expect(await srp.isProven({ identity, keys, verifier, proof })).toBe(false);
});

test('this thread is free meanwhile', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  await Promise.all(Array.from({ length: 100 }, () => srp.createServerKeys(randomBytes(384).toString('hex'))));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
});

test('of more than can be done soon the last are refused, as something to try again; the others are done', async () => {
  const verifier = randomBytes(384).toString('hex');
  const ends = await Promise.allSettled(Array.from({ length: 700 }, () => srp.createServerKeys(verifier)));
  const refused = ends.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(100);
  for (const end of refused) expect(end).toMatchObject({ reason: { name: 'TooManyRequestsException' } });
  expect(ends.length - refused.length).toBeGreaterThanOrEqual(500);
});
