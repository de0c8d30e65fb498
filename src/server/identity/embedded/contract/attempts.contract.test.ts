import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, startPool, type TestPool } from '../fixtures/contract-pool.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const WRONG = { message: 'Incorrect username or password.' };
const LOCKED = { message: 'Password attempts exceeded' };
const SIGNED_IN = { AuthenticationResult: { TokenType: 'Bearer' } };
type Tokens = { AccessToken: string; NewDeviceMetadata: { DeviceKey: string } };

describe('guesses', () => {
  let pool: TestPool;
  let networks = 0;
  const newNetwork = () => `network ${++networks}`;
  beforeAll(async () => {
    pool = await startPool();
    await pool.configure({ authFlows: ['USER_PASSWORD_AUTH'] });
    pool.freeze();
  });
  beforeEach(() => pool.advance(2 * HOUR_MS));
  afterAll(() => pool.close());

  const signIn = (USERNAME: string, PASSWORD: string, from: string, DEVICE_KEY?: string) =>
    pool.call(
      'InitiateAuth',
      { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD, DEVICE_KEY } },
      from,
    );
  const guess = (email: string, from: string, deviceKey?: string) => signIn(email, 'Wrong-horse1', from, deviceKey);
  const guessOften = async (email: string, from: string, times: number) => {
    for (let n = 0; n < times; n++) await guess(email, from);
  };
  /** Somebody who has signed in at home, with a browser that is known. */
  async function somebody(): Promise<Person & { home: string; deviceKey: string }> {
    const person = await pool.newPerson();
    const home = newNetwork();
    const { AuthenticationResult } = await signIn(person.email, person.password, home);
    const { AccessToken, NewDeviceMetadata } = AuthenticationResult as unknown as Tokens;
    const DeviceSecretVerifierConfig = { PasswordVerifier: 'EjQ=', Salt: 'EjQ=' };
    const { DeviceKey } = NewDeviceMetadata;
    await pool.call('ConfirmDevice', { AccessToken, DeviceKey, DeviceSecretVerifierConfig }, home);
    return { ...person, home, deviceKey: DeviceKey };
  }

  test('nine wrong guesses of a stranger do not keep the owner out at home', async () => {
    const { email, password, home } = await somebody();
    const stranger = newNetwork();
    await guessOften(email, stranger, 9);
    expect(await guess(email, stranger)).toMatchObject(LOCKED);
    expect(await signIn(email, password, stranger)).toMatchObject(LOCKED);
    expect(await signIn(email, password, home)).toMatchObject(SIGNED_IN);
  });

  test('a thousand strangers do not keep a known browser out, wherever it is', async () => {
    const { email, password, deviceKey } = await somebody();
    for (let n = 0; n < 60; n++) await guess(email, newNetwork());
    const cafe = newNetwork();
    await guessOften(email, cafe, 9);
    expect(await signIn(email, password, cafe)).toMatchObject(LOCKED);
    expect(await signIn(email, password, cafe, 'us-east-1_made-up')).toMatchObject(LOCKED);
    const other = await somebody();
    expect(await signIn(email, password, cafe, other.deviceKey)).toMatchObject(LOCKED);
    expect(await signIn(email, password, cafe, deviceKey)).toMatchObject(SIGNED_IN);
  });

  test('strangers all together are slowed down, and a new one is in within a minute', async () => {
    const { email, password, home } = await somebody();
    const answers: object[] = [];
    for (let n = 0; n < 56; n++) answers.push(await guess(email, newNetwork()));
    expect(answers[49]).toMatchObject(WRONG);
    expect(answers.at(-1)).toMatchObject(LOCKED);
    expect(await signIn(email, password, home)).toMatchObject(SIGNED_IN);
    const holiday = newNetwork();
    expect(await signIn(email, password, holiday)).toMatchObject(LOCKED);
    pool.advance(MINUTE_MS);
    expect(await signIn(email, password, holiday)).toMatchObject(SIGNED_IN);
    // From here on it is known.
    for (let n = 0; n < 9; n++) await guess(email, newNetwork());
    expect(await signIn(email, password, holiday)).toMatchObject(SIGNED_IN);
  });

  test('whoever has read the mailbox is in from there, whoever else guesses', async () => {
    const { email } = await somebody();
    for (let n = 0; n < 60; n++) await guess(email, newNetwork());
    const hotel = newNetwork();
    await pool.call('ForgotPassword', { Username: email }, hotel);
    const reset = { Username: email, ConfirmationCode: pool.codeTo(email), Password: 'Another-horse2' };
    expect(await pool.call('ConfirmForgotPassword', reset, hotel)).toEqual({});
    for (let n = 0; n < 60; n++) await guess(email, newNetwork());
    expect(await signIn(email, 'Another-horse2', hotel)).toMatchObject(SIGNED_IN);
  });

  test('one network is locked for longer each time, up to a quarter of an hour, also one that is known', async () => {
    const { email, password, home } = await somebody();
    for (const from of [newNetwork(), home]) {
      await guessOften(email, from, 5);
      for (const waitS of [1, 2, 4, 8]) {
        expect(await guess(email, from), `${waitS} s`).toMatchObject(LOCKED);
        pool.advance(waitS * SECOND_MS);
        expect(await guess(email, from), `${waitS} s`).toMatchObject(WRONG);
      }
      pool.advance(15 * MINUTE_MS);
      expect(await signIn(email, password, from)).toMatchObject(SIGNED_IN);
      expect(await guess(email, from)).toMatchObject(WRONG);
    }
  });

  test('many at once are no more than one after the other', async () => {
    const { email } = await somebody();
    const from = newNetwork();
    const answers = await Promise.all(Array.from({ length: 30 }, () => guess(email, from)));
    const wrong = answers.filter((answer) => answer['message'] === WRONG.message);
    expect(wrong.length).toBeLessThanOrEqual(5);
  });

  test('a name that nobody has is locked in the same way', async () => {
    const from = newNetwork();
    const email = `${crypto.randomUUID()}@example.com`;
    const answers: object[] = [];
    for (let n = 0; n < 7; n++) answers.push(await guess(email, from));
    expect(answers[4]).toMatchObject(WRONG);
    expect(answers.slice(5)).toMatchObject([LOCKED, LOCKED]);
  });

  test('codes of a second factor are guessed by strangers five times in all', async () => {
    const { sub, email, password, home } = await somebody();
    await pool.users.update(sub, { mfa: { enabled: ['EMAIL_OTP'], preferred: 'EMAIL_OTP' } });
    const ask = async (from: string) => (await signIn(email, password, from))['Session'];
    const answer = async (code: string, from: string) =>
      pool.call(
        'RespondToAuthChallenge',
        {
          ChallengeName: 'EMAIL_OTP',
          Session: await ask(from),
          ChallengeResponses: { USERNAME: email, EMAIL_OTP_CODE: code },
        },
        from,
      );
    const answers: object[] = [];
    for (let n = 0; n < 7; n++) answers.push(await answer('wrong', newNetwork()));
    expect(answers[4]).toMatchObject({ __type: 'CodeMismatchException' });
    expect(answers.slice(5)).toMatchObject([LOCKED, LOCKED]);
    const Session = await ask(home);
    const responses = { USERNAME: email, EMAIL_OTP_CODE: pool.codeTo(email) };
    const right = { ChallengeName: 'EMAIL_OTP', Session, ChallengeResponses: responses };
    expect(await pool.call('RespondToAuthChallenge', right, home)).toMatchObject(SIGNED_IN);
  });

  test('what is counted is forgotten, and networks are known for thirty days', async () => {
    const { email } = await somebody();
    await guess(email, newNetwork());
    pool.advance(31 * 24 * HOUR_MS);
    await pool.service.sweep();
    expect(await pool.store.query('select * from identity_guesses')).toEqual([]);
  });
});
