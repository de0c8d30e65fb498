import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPool, type TestPool } from '../fixtures/contract-pool.ts';

/** Attributes that each round changes. */
const WRITERS = 16;
/** How many write the same. All 1,000 at the same moment: `PARALLEL_EACH=64 PARALLEL_ROUNDS=1`. */
const EACH = Number(process.env['PARALLEL_EACH'] ?? 1);
/** 1,000 changes and more, one handful after the other: `PARALLEL_ROUNDS=60`. */
const ROUNDS = Number(process.env['PARALLEL_ROUNDS'] ?? 6);
const NAMES = Array.from({ length: WRITERS }, (_, index) => `custom:n${index}` as const);

describe('changes at the same moment', () => {
  let pool: TestPool;
  beforeAll(async () => {
    pool = await startPool();
    await pool.configure({ config: { signUpAttributes: NAMES } });
  });
  afterAll(() => pool.close());

  async function signIn(email: string, password: string): Promise<string> {
    const answer = await pool.call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    });
    return (answer['AuthenticationResult'] as { AccessToken: string } | undefined)?.AccessToken ?? '';
  }

  async function attributes(AccessToken: string): Promise<Record<string, string>> {
    const { UserAttributes }: { UserAttributes?: { Name: string; Value: string }[] } = await pool.call('GetUser', {
      AccessToken,
    });
    return Object.fromEntries((UserAttributes ?? []).map(({ Name, Value }) => [Name, Value]));
  }

  test('nothing that was answered with success is lost', async () => {
    const person = await pool.newPerson();
    let email = person.email;
    const AccessToken = await signIn(email, person.password);
    for (let round = 0; round < ROUNDS; round++) {
      const address = `${crypto.randomUUID()}@example.com`;
      const asked = { AccessToken, UserAttributes: [{ Name: 'email', Value: address }] };
      await pool.call('UpdateUserAttributes', asked);
      const dropped = `custom:n${round % WRITERS}`;
      const kept = NAMES.filter((name) => name !== dropped);
      const each = <Answer>(ask: () => Promise<Answer>) => Array.from({ length: EACH }, ask);
      const answers = await Promise.all([
        ...kept.flatMap((Name) =>
          each(() =>
            pool.call('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name, Value: `${Name} ${round}` }] }),
          ),
        ),
        ...each(() => pool.call('DeleteUserAttributes', { AccessToken, UserAttributeNames: [dropped] })),
        pool.call('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code: pool.codeTo(address) }),
        signIn(email, person.password),
      ]);
      // Whoever was let in by the old address before it was replaced stays in.
      const entered = answers.at(-1);
      if (typeof entered === 'string' && entered !== '')
        expect(await attributes(entered)).toMatchObject({ email: address });
      // Failures have their name in it.
      expect(answers.filter((answer) => typeof answer === 'object' && '__type' in answer)).toEqual([]);
      const now = await attributes(AccessToken);
      expect(now).toMatchObject({
        email: address,
        email_verified: 'true',
        ...Object.fromEntries(kept.map((name) => [name, `${name} ${round}`])),
      });
      expect(now).not.toHaveProperty(dropped);
      // What is shown is what one signs in with.
      expect(await signIn(address, person.password)).not.toBe('');
      expect(await signIn(email, person.password)).toBe('');
      email = address;
    }
  });

  test('an account that was deleted stays so, whatever else goes on', async () => {
    for (let round = 0; round < Math.ceil(ROUNDS / 3); round++) {
      const { email, password, sub } = await pool.newPerson();
      const AccessToken = await signIn(email, password);
      const change = (Name: string) =>
        pool.call('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name, Value: `${round}` }] });
      const [deleted, ...entered] = await Promise.all([
        pool.call('DeleteUser', { AccessToken }),
        ...Array.from({ length: 4 }, () => signIn(email, password)),
        ...NAMES.map(async (name) => void (await change(name))),
      ]);
      expect(deleted).toEqual({});
      expect(await pool.users.bySub(sub)).toBeNull();
      expect(await signIn(email, password)).toBe('');
      for (const token of [AccessToken, ...entered.filter((one) => typeof one === 'string' && one !== '')]) {
        expect(await pool.call('GetUser', { AccessToken: token })).toHaveProperty('__type');
      }
    }
  });
});
