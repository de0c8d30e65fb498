import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createNetworkCounter, IDENTITY_LIMITS } from '#/server/service/limits/identity-limits.ts';
import { FROM, PASSWORD, startPool, type TestPool } from '#/server/identity/embedded/fixtures/contract-pool.ts';

const LIMITED = { __type: 'LimitExceededException' };
const newAddress = () => `${crypto.randomUUID()}@example.com`;

describe('limits by network', () => {
  let pool: TestPool;
  let networks = 0;
  /** One that has done nothing yet. */
  const newNetwork = () => `198.51.100.${++networks}`;
  beforeAll(async () => {
    pool = await startPool();
  });
  beforeEach(() => limited());
  afterAll(() => pool.close());

  /** A tenth of what is allowed by default, so that a test is short: 2 accounts, 6 messages, 6 guesses, 60 requests. */
  const limited = () =>
    pool.configure({
      authFlows: ['USER_PASSWORD_AUTH', 'CUSTOM_WITHOUT_SRP'],
      counter: createNetworkCounter({ store: pool.store, secret: crypto.randomUUID(), signUps: 2, log: () => {} }),
    });
  const signUp = (from: string) => pool.call('SignUp', { Username: newAddress(), Password: PASSWORD }, from);

  test('so many accounts; another network makes its own, and an hour later there are more', async () => {
    const from = newNetwork();
    for (let n = 0; n < 2; n++) expect(await signUp(from)).toMatchObject({ UserConfirmed: false });
    const sent = pool.messages.length;
    for (let n = 0; n < 3; n++) expect(await signUp(from)).toMatchObject(LIMITED);
    expect(pool.messages).toHaveLength(sent);
    expect(await signUp(newNetwork())).toMatchObject({ UserConfirmed: false });
    vi.setSystemTime(Date.now() + IDENTITY_LIMITS.signUps.durationS * 1000 + 1);
    try {
      await limited();
      expect(await signUp(from)).toMatchObject({ UserConfirmed: false });
    } finally {
      vi.useRealTimers();
    }
  });

  test.each(['ForgotPassword', 'ResendConfirmationCode', 'InitiateAuth'])(
    '%s: so many messages, also to names that nobody has',
    async (operation) => {
      const from = newNetwork();
      const answers: object[] = [];
      for (let n = 0; n < 8; n++) {
        const Username = newAddress();
        const flow = { AuthFlow: 'CUSTOM_AUTH', AuthParameters: { USERNAME: Username } };
        answers.push(await pool.call(operation, operation === 'InitiateAuth' ? flow : { Username }, from));
      }
      expect(answers.map((answer) => '__type' in answer)).toEqual([...Array(6).fill(false), true, true]);
      expect(answers.at(-1)).toMatchObject(LIMITED);
    },
  );

  const person = () => pool.newPerson();
  test.each<[string, (name: string) => [string, object]]>([
    [
      'passwords',
      (USERNAME) => ['InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD: 'x' } }],
    ],
    ['codes of a sign-up', (Username) => ['ConfirmSignUp', { Username, ConfirmationCode: '000000' }]],
    [
      'codes for a new password',
      (Username) => ['ConfirmForgotPassword', { Username, ConfirmationCode: '000000', Password: PASSWORD }],
    ],
    [
      'sessions',
      () => ['RespondToAuthChallenge', { ChallengeName: 'SMS_MFA', Session: 's'.repeat(30), ChallengeResponses: {} }],
    ],
  ])('wrong %s: so many, whoever they are about', async (_, guess) => {
    const from = newNetwork();
    const answers: object[] = [];
    for (let n = 0; n < 9; n++) answers.push(await pool.call(...guess(newAddress()), from));
    expect(answers[5]).not.toMatchObject(LIMITED);
    expect(answers.slice(7)).toMatchObject([LIMITED, LIMITED]);
  });

  test('right passwords are not counted, and what is no guess neither', async () => {
    const { email: USERNAME, password } = await person();
    const from = newNetwork();
    const signIn = (PASSWORD: string) =>
      pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD } }, from);
    for (let n = 0; n < 8; n++) {
      expect(await signIn(password)).toHaveProperty('AuthenticationResult');
      expect(await pool.call('ConfirmSignUp', {}, from)).toMatchObject({ __type: 'InvalidParameterException' });
    }
  });

  test('so many requests in all, pages too, with the time to come back', async () => {
    const from = newNetwork();
    const get = (path: string) => fetch(`${pool.origin}/identity/${path}`, { headers: { [FROM]: from } });
    const statuses = new Set<number>();
    for (let n = 0; n < 60; n++) statuses.add((await get('nothing')).status);
    expect([...statuses]).toEqual([404]);
    const refused = await get('confirm');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await pool.call('GetUser', {}, from)).toMatchObject({ __type: 'TooManyRequestsException' });
    expect((await fetch(`${pool.origin}/identity/nothing`, { headers: { [FROM]: newNetwork() } })).status).toBe(404);
  });

  test('the database does not know whose they are', async () => {
    await signUp('203.0.113.200');
    const rows = await pool.store.query('select * from rate_limits');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('203.0.113');
  });
});
