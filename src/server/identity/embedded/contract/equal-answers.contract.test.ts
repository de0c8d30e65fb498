import { autoSignIn, confirmSignUp, signIn, signOut, signUp } from 'aws-amplify/auth';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StoreTransaction } from '#/server/store/store.ts';
import { ALL_FLOWS, type Person, PASSWORD, startPool, type TestPool } from '../fixtures/contract-pool.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const newAddress = () => `${crypto.randomUUID()}@example.com`;
type Answer = Record<string, unknown>;

/** What an answer says, without what is random in every one, and without the name that it is about. */
function shapeOf(answer: Answer, email: string): string {
  return JSON.stringify(answer, (key, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (['Session', 'SALT', 'SRP_B', 'SECRET_BLOCK', 'UserSub'].includes(key)) return `${key} of ${value.length > 20}`;
    if (/^[\da-f-]{36}$/.test(value)) return 'a sub';
    return value
      .replaceAll(email, 'the address')
      .replace(/^.\*\*\*@/, '?***@')
      .replace(/^\+\*+\d{4}$/, 'a number');
  });
}

describe('answers to strangers', () => {
  let pool: TestPool;
  /** Whom a name may be of. */
  const WHOSE: Record<string, () => Promise<string>> = {
    nobody: async () => newAddress(),
    'a user': async () => (await pool.newPerson()).email,
    'a disabled user': async () => (await pool.newPerson({ isEnabled: false })).email,
    'one who must reset': async () => (await pool.newPerson({ status: 'RESET_REQUIRED' })).email,
    'one with a temporary password': async () => (await pool.newPerson({ status: 'FORCE_CHANGE_PASSWORD' })).email,
    'one of another provider': async () => {
      const { email } = await pool.newPerson({ status: 'EXTERNAL_PROVIDER', salt: null, verifier: null });
      return email;
    },
  };
  beforeAll(async () => {
    pool = await startPool();
  });
  beforeEach(async () => {
    await signOut();
    await pool.configure({ authFlows: ALL_FLOWS });
  });
  afterAll(() => pool.close());

  const initiate = (USERNAME: string, AuthFlow: string, more: object = {}) =>
    pool.call('InitiateAuth', { AuthFlow, AuthParameters: { USERNAME, SRP_A: 'abcdef0123456789', ...more } });
  const proof = { PASSWORD_CLAIM_SECRET_BLOCK: 'eA==', PASSWORD_CLAIM_SIGNATURE: 'eA==', TIMESTAMP: 'x' };
  const respond = async (ChallengeName: string, asked: Answer, ChallengeResponses: object) =>
    pool.call('RespondToAuthChallenge', { ChallengeName, Session: asked['Session'], ChallengeResponses });

  /** What a stranger can ask about a name, and all that is answered on the way. */
  const ASKS: Record<string, (name: string) => Promise<Answer[]>> = {
    'InitiateAuth and RespondToAuthChallenge, by SRP': async (name) => {
      const asked = await initiate(name, 'USER_SRP_AUTH');
      return [asked, await respond('PASSWORD_VERIFIER', asked, { USERNAME: name, ...proof })];
    },
    'InitiateAuth, with a password': async (name) => [
      await initiate(name, 'USER_PASSWORD_AUTH', { PASSWORD: 'Wrong-1' }),
    ],
    'InitiateAuth and RespondToAuthChallenge, by an emailed code': async (name) => {
      const asked = await initiate(name, 'CUSTOM_AUTH');
      return [asked, await respond('CUSTOM_CHALLENGE', asked, { USERNAME: name, ANSWER: 'x' })];
    },
    'InitiateAuth and RespondToAuthChallenge, by a choice': async (name) => {
      const answers: Answer[] = [];
      for (const given of [
        { ANSWER: 'PASSWORD', PASSWORD: 'Wrong-1' },
        { ANSWER: 'PASSWORD_SRP', SRP_A: 'abcdef0123456789' },
        { ANSWER: 'EMAIL_OTP' },
        { ANSWER: 'SMS_OTP' },
      ]) {
        const asked = await initiate(name, 'USER_AUTH');
        const chosen = await respond('SELECT_CHALLENGE', asked, { USERNAME: name, ...given });
        const wrong = { USERNAME: name, ...proof, EMAIL_OTP_CODE: 'x', SMS_OTP_CODE: 'x' };
        answers.push(asked, chosen, await respond(String(chosen['ChallengeName']), chosen, wrong));
        const { ANSWER, ...more } = given;
        answers.push(await initiate(name, 'USER_AUTH', { PREFERRED_CHALLENGE: ANSWER, ...more }));
      }
      return answers;
    },
    'SignUp, and what may follow': async (Username) => {
      const confirm = () => pool.call('ConfirmSignUp', { Username, ConfirmationCode: 'wrong' });
      const again = () => pool.call('SignUp', { Username, Password: 'Another-horse2' });
      const answers: Answer[] = [await again(), await confirm(), await again(), await confirm()];
      for (let n = 0; n < 6; n++) answers.push(await confirm());
      for (let n = 0; n < 5; n++) answers.push(await pool.call('ResendConfirmationCode', { Username }));
      return answers;
    },
    'SignUp, with more attributes than a token may have': async (Username) => {
      const UserAttributes = ['name', 'address', 'profile'].map((Name) => ({ Name, Value: 'x'.repeat(2_000) }));
      return [await pool.call('SignUp', { Username, Password: PASSWORD, UserAttributes })];
    },
    'ConfirmSignUp, before any sign-up': async (Username) => [
      await pool.call('ConfirmSignUp', { Username, ConfirmationCode: '123456' }),
    ],
    'ResendConfirmationCode and ConfirmSignUp': async (Username) => [
      await pool.call('ResendConfirmationCode', { Username }),
      await pool.call('ConfirmSignUp', { Username, ConfirmationCode: 'wrong' }),
    ],
    'ForgotPassword and ConfirmForgotPassword': async (Username) => {
      const confirm = { Username, ConfirmationCode: 'wrong', Password: PASSWORD };
      return [
        await pool.call('ConfirmForgotPassword', confirm),
        await pool.call('ForgotPassword', { Username }),
        await pool.call('ConfirmForgotPassword', confirm),
      ];
    },
  };

  test.each(Object.keys(ASKS))('%s: the same whoever the name is of', async (what) => {
    const shapes = new Map<string, string>();
    for (const [whose, make] of Object.entries(WHOSE)) {
      const name = await make();
      const answers = (await ASKS[what]?.(name)) ?? [];
      expect(answers.length).toBeGreaterThan(0);
      shapes.set(whose, answers.map((answer) => shapeOf(answer, name)).join('\n'));
    }
    for (const [whose, shape] of shapes) expect(shape, whose).toBe(shapes.get('nobody'));
  });

  test.each(Object.keys(WHOSE))(
    'of %s, what a sign-in shows is the same before and after somebody signs up',
    async (whose) => {
      const Username = (await WHOSE[whose]?.()) ?? '';
      const shown = async () => {
        const { ChallengeParameters } = await initiate(Username, 'USER_SRP_AUTH');
        const { USERNAME, USER_ID_FOR_SRP, SALT } = ChallengeParameters as unknown as Record<string, string>;
        return { USERNAME, USER_ID_FOR_SRP, SALT };
      };
      const before = await shown();
      const first = await pool.call('SignUp', { Username, Password: PASSWORD });
      expect(first['UserSub']).toBe(before.USER_ID_FOR_SRP);
      expect(await shown()).toEqual(before);
      pool.advance(2 * DAY_MS);
      expect((await pool.call('SignUp', { Username, Password: PASSWORD }))['UserSub']).toBe(before.USER_ID_FOR_SRP);
      expect(await shown()).toEqual(before);
    },
  );

  const told = (destination: string) => pool.messages.filter((message) => message.destination === destination);

  test('the owner is told, by a link to the site and without a code; the password stays as it was', async () => {
    const { email, password } = await pool.newPerson();
    const before = told(email).length;
    await pool.call('SignUp', { Username: email.toUpperCase(), Password: 'Another-horse2' });
    const [notice, ...more] = told(email).slice(before);
    expect(notice).toMatchObject({ purpose: 'sign-up-again', link: `${pool.origin}/account` });
    expect(notice).not.toHaveProperty('code');
    expect([...more, ...told(email.toUpperCase())]).toEqual([]);
    expect(await signIn({ username: email, password })).toMatchObject({ isSignedIn: true });
    await signOut();
    await expect(signIn({ username: email, password: 'Another-horse2' })).rejects.toThrow('Incorrect username');
  });

  test('a disabled user is told nothing', async () => {
    const { email } = await pool.newPerson({ isEnabled: false });
    const before = told(email).length;
    await pool.call('SignUp', { Username: email, Password: PASSWORD });
    expect(told(email)).toHaveLength(before);
  });

  test('who signs up again before the code was entered begins anew, with the password given last', async () => {
    const username = newAddress();
    await signUp({ username, password: PASSWORD });
    const first = pool.codeTo(username);
    await signUp({ username, password: 'Another-horse2', options: { userAttributes: {}, autoSignIn: true } });
    const second = pool.codeTo(username);
    if (first !== second) await expect(confirmSignUp({ username, confirmationCode: first })).rejects.toThrow('Invalid');
    await confirmSignUp({ username, confirmationCode: second });
    expect(await autoSignIn()).toMatchObject({ isSignedIn: true });
    await signOut();
    await expect(signIn({ username, password: PASSWORD })).rejects.toThrow('Incorrect username or password.');
  });

  describe('whoever signs up with an address that waits for its code', () => {
    const OTHER = 'Another-horse2';
    const entered = async (email: string, Password: string) => {
      const answer = await initiate(email, 'USER_PASSWORD_AUTH', { PASSWORD: Password });
      return 'AuthenticationResult' in answer;
    };
    /** Resolves when so many calls wait for rows that are locked here. */
    const untilWaiting = (tx: StoreTransaction, calls: number) =>
      vi.waitUntil(
        async () => {
          await tx.execute(sql`select pg_stat_clear_snapshot()`);
          const { rows } = await tx.execute(
            sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows.length === calls;
        },
        { timeout: 60_000 },
      );

    test.each(['the network', 'the user'])('changes nothing where %s has had too many messages', async (whose) => {
      let isOver = false;
      const take = async (act: string) => (isOver && act === 'messages' ? 60 : null);
      await pool.configure({ counter: { take, refusal: () => null } });
      const Username = newAddress();
      await pool.call('SignUp', { Username, Password: PASSWORD });
      if (whose === 'the user') {
        for (let n = 0; n < 4; n++) await pool.call('ResendConfirmationCode', { Username });
      } else isOver = true;
      const refused = { __type: 'LimitExceededException' };
      expect(await pool.call('SignUp', { Username, Password: OTHER })).toMatchObject(refused);
      if (isOver) {
        const nobody = newAddress();
        expect(await pool.call('SignUp', { Username: nobody, Password: OTHER })).toMatchObject(refused);
        expect(await pool.users.find(nobody)).toBeNull();
      }
      expect(await pool.call('ConfirmSignUp', { Username, ConfirmationCode: pool.codeTo(Username) })).toEqual({});
      expect(await entered(Username, OTHER)).toBe(false);
      expect(await entered(Username, PASSWORD)).toBe(true);
    });

    test('is answered like anybody where it is confirmed at the same moment, and changes nothing', async () => {
      const Username = newAddress();
      const { UserSub } = await pool.call('SignUp', { Username, Password: PASSWORD });
      const attributes = JSON.stringify({ email: Username, email_verified: 'true' });
      const again = await pool.store.transaction(async (tx) => {
        await tx.execute(
          sql`update identity_users set status = 'CONFIRMED', attributes = ${attributes}::jsonb where sub = ${UserSub}`,
        );
        const answer = pool.call('SignUp', { Username, Password: OTHER });
        await untilWaiting(tx, 1);
        return { answer };
      });
      expect(shapeOf(await again.answer, Username)).toContain('"UserConfirmed":false');
      expect(await pool.users.find(Username)).toMatchObject({
        sub: UserSub,
        status: 'CONFIRMED',
        attributes: { email_verified: 'true' },
      });
      await vi.waitUntil(() => told(Username).length === 2, { timeout: 60_000 });
      expect(told(Username).at(-1)).toMatchObject({ purpose: 'sign-up-again' });
      expect(await entered(Username, OTHER)).toBe(false);
      expect(await entered(Username, PASSWORD)).toBe(true);
    });

    test('is not confirmed by the code of before, which was taken a moment earlier', async () => {
      const Username = newAddress();
      const { UserSub } = await pool.call('SignUp', { Username, Password: PASSWORD });
      const ConfirmationCode = pool.codeTo(Username);
      const calls = await pool.store.transaction(async (tx) => {
        await tx.execute(sql`select from identity_users where sub = ${UserSub} for update`);
        const again = pool.call('SignUp', { Username, Password: OTHER });
        await untilWaiting(tx, 1);
        const confirmed = pool.call('ConfirmSignUp', { Username, ConfirmationCode });
        await untilWaiting(tx, 2);
        return { again, confirmed };
      });
      expect(await calls.again).toMatchObject({ UserSub });
      expect(await calls.confirmed).toMatchObject({ __type: 'ExpiredCodeException' });
      expect(await pool.users.find(Username)).toMatchObject({ status: 'UNCONFIRMED' });
    });
  });

  test('nobody gets the sub of somebody who is gone, or who has another address by now', async () => {
    const leave = async (how: (person: Person) => Promise<unknown>) => {
      const person = await pool.newPerson();
      await how(person);
      const { UserSub } = await pool.call('SignUp', { Username: person.email, Password: PASSWORD });
      expect(await pool.users.find(person.email)).toMatchObject({ sub: UserSub, status: 'UNCONFIRMED' });
      expect(UserSub).not.toBe(person.sub);
    };
    await leave(({ sub }) => pool.users.remove(sub));
    await leave(({ sub }) => {
      const email = newAddress();
      return pool.users.update(sub, { attributes: { email, email_verified: 'true' }, emailAlias: email });
    });
  });

  test('where there is no way for messages, everybody is told so, and nobody is made', async () => {
    const { email } = await pool.newPerson();
    const deliver = Object.assign(async () => {}, { can: () => false });
    await pool.configure({ deliver });
    for (const Username of [email, newAddress()]) {
      for (const operation of ['SignUp', 'ForgotPassword', 'ResendConfirmationCode']) {
        expect(await pool.call(operation, { Username, Password: PASSWORD })).toMatchObject({
          __type: 'CodeDeliveryFailureException',
        });
      }
    }
  });
});
