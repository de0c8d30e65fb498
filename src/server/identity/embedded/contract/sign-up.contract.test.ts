import { setTimeout as sleep } from 'node:timers/promises';
import {
  autoSignIn,
  confirmSignUp,
  fetchUserAttributes,
  resendSignUpCode,
  signIn,
  signOut,
  signUp,
} from 'aws-amplify/auth';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { PASSWORD, startPool, type TestPool } from '../fixtures/contract-pool.ts';
import type { UserChanges } from '../tables/users.ts';

const HOUR_MS = 60 * 60 * 1000;
const newAddress = () => `${crypto.randomUUID()}@example.com`;

describe('signing up', () => {
  let pool: TestPool;
  beforeAll(async () => {
    pool = await startPool();
  });
  beforeEach(async () => {
    await signOut();
    await pool.configure();
  });
  afterAll(() => pool.close());

  /** Sign-ins that were answered: each is a question and its proof. */
  const tried = () => pool.answered.filter((line) => line.startsWith('RespondToAuthChallenge ')).length;

  /** Waits in real time: `vi.waitUntil` has time pass for the client as well, which then asks once more. */
  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await sleep(20);
  }

  /**
   * Lets five seconds pass, after which the client tries a sign-in, and waits until that is refused. One that is still under way when the
   * account is confirmed would sign somebody in as well, whenever its answer comes: be it in the next test.
   */
  async function tryInVain(): Promise<void> {
    const before = tried();
    await vi.advanceTimersByTimeAsync(5_000);
    await until(() => tried() > before);
  }

  test('a code is sent, which confirms, and the visitor is signed in without being asked again', async () => {
    const email = newAddress();
    const { nextStep, userId } = await signUp({
      username: email,
      password: PASSWORD,
      options: { userAttributes: {}, autoSignIn: true },
    });
    expect(nextStep).toMatchObject({
      signUpStep: 'CONFIRM_SIGN_UP',
      codeDeliveryDetails: { deliveryMedium: 'EMAIL', attributeName: 'email', destination: `${email[0]}***@e***` },
    });
    const confirmed = await confirmSignUp({ username: email, confirmationCode: pool.codeTo(email) });
    expect(confirmed.nextStep.signUpStep).toBe('COMPLETE_AUTO_SIGN_IN');
    expect(await autoSignIn()).toMatchObject({ isSignedIn: true });
    expect(await fetchUserAttributes()).toEqual({ sub: userId, email, email_verified: 'true' });
  });

  test('before the code, a sign-in leads to it; with a wrong password it does not', async () => {
    const username = newAddress();
    await signUp({ username, password: PASSWORD });
    expect((await signIn({ username, password: PASSWORD })).nextStep.signInStep).toBe('CONFIRM_SIGN_UP');
    await expect(signIn({ username, password: 'Wrong-horse1' })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
  });

  test('rules of the installation hold for who goes round the form, too', async () => {
    const isMet = (values: Readonly<Record<string, string>>) => values['nickname'] !== 'admin';
    await pool.configure({
      config: { signUpAttributes: ['nickname'] },
      signUpRules: [
        { field: 'nickname', isMet, texts: { en: 'Please take another name' } },
        { field: 'custom:team', isMet: () => false, texts: { en: 'Nobody is asked for a team' } },
      ],
    });
    const register = (nickname: string) =>
      signUp({ username: newAddress(), password: PASSWORD, options: { userAttributes: { nickname } } });
    await expect(register('admin')).rejects.toMatchObject({
      name: 'UserLambdaValidationException',
      message: 'PreSignUp failed with error Please take another name',
    });
    expect((await register('countess')).nextStep.signUpStep).toBe('CONFIRM_SIGN_UP');
  });

  test('by a link: a sign-in goes on being refused until it was opened', async () => {
    await pool.configure({ verification: 'link' });
    const email = newAddress();
    const { nextStep } = await signUp({
      username: email,
      password: PASSWORD,
      options: { userAttributes: {}, autoSignIn: true },
    });
    expect(nextStep.signUpStep).toBe('COMPLETE_AUTO_SIGN_IN');
    const { link = '', code } = pool.messages.at(-1) ?? {};
    expect(code).toBeUndefined();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const signingIn = autoSignIn();
      await tryInVain();
      expect((await signIn({ username: email, password: PASSWORD })).nextStep.signInStep).toBe('CONFIRM_SIGN_UP');
      expect((await fetch(link)).status).toBe(200);
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await signingIn).toMatchObject({ isSignedIn: true });
    } finally {
      vi.useRealTimers();
    }
    expect(await (await fetch(link)).text()).toContain('was already confirmed');
    expect((await fetch(link.replace(/code=\w+/, 'code=guessed'))).status).toBe(200);
    const french = await fetch(link.replace('locale=en', 'locale=fr'));
    expect(await french.text()).toContain('<html lang="fr">');
    expect((await fetch(`${pool.origin}/identity/confirm?user=x&code=y`)).status).toBe(400);
  });

  test.each([
    ['after more than a minute', 14, true],
    ['never', 36, false],
  ])('by a link that is opened %s: asked every five seconds for three minutes', async (_, refused, isOpened) => {
    await pool.configure({ verification: 'link' });
    const username = newAddress();
    await signUp({ username, password: PASSWORD, options: { userAttributes: {}, autoSignIn: true } });
    const { link = '' } = pool.messages.at(-1) ?? {};
    // Of two that begin within 300 ms Amplify forgets the second (`debounce`), as after the test before.
    await sleep(300);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.now() });
    const outcomes: unknown[] = [];
    try {
      const signingIn = autoSignIn();
      signingIn.then(
        (output) => outcomes.push(output),
        (error: unknown) => outcomes.push(error),
      );
      for (let polls = 0; polls < refused; polls++) await tryInVain();
      if (isOpened) expect((await fetch(link)).status).toBe(200);
      await vi.advanceTimersByTimeAsync(5_000);
      await until(() => outcomes.length > 0);
    } finally {
      vi.useRealTimers();
    }
    expect(outcomes[0]).toMatchObject(isOpened ? { isSignedIn: true } : { name: 'AutoSignInException' });
    if (!isOpened) {
      expect((await fetch(link)).status).toBe(200);
      expect(await signIn({ username, password: PASSWORD })).toMatchObject({ isSignedIn: true });
    }
  });

  test('a forged link confirms nobody', async () => {
    await pool.configure({ verification: 'link' });
    const username = newAddress();
    await signUp({ username, password: PASSWORD });
    const { link = '' } = pool.messages.at(-1) ?? {};
    expect((await fetch(link.replace(/code=[^&]+/, 'code=guessed'))).status).toBe(400);
    expect((await signIn({ username, password: PASSWORD })).nextStep.signInStep).toBe('CONFIRM_SIGN_UP');
  });

  test('a code works once, not after a day, and not after five wrong ones', async () => {
    await pool.configure({ hidesTakenNames: false });
    const username = newAddress();
    await signUp({ username, password: PASSWORD });
    const right = pool.codeTo(username);
    const wrong = right === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n++) {
      await expect(confirmSignUp({ username, confirmationCode: wrong })).rejects.toThrow(
        'Invalid verification code provided',
      );
    }
    await expect(confirmSignUp({ username, confirmationCode: right })).rejects.toMatchObject({
      name: 'LimitExceededException',
    });
    await resendSignUpCode({ username });
    pool.advance(24 * HOUR_MS + 1);
    const late = confirmSignUp({ username, confirmationCode: pool.codeTo(username) });
    await expect(late).rejects.toMatchObject({ name: 'ExpiredCodeException' });
    await resendSignUpCode({ username });
    await confirmSignUp({ username, confirmationCode: pool.codeTo(username) });
    await expect(confirmSignUp({ username, confirmationCode: pool.codeTo(username) })).rejects.toThrow(
      'Current status is CONFIRMED',
    );
  });

  test('codes are sent again, but not without end', async () => {
    await pool.configure({ hidesTakenNames: false });
    const username = newAddress();
    await signUp({ username, password: PASSWORD });
    const first = pool.codeTo(username);
    for (let n = 0; n < 4; n++) await resendSignUpCode({ username });
    expect(pool.messages.filter(({ destination }) => destination === username)).toHaveLength(5);
    await expect(resendSignUpCode({ username })).rejects.toMatchObject({ name: 'LimitExceededException' });
    const last = pool.codeTo(username);
    if (first !== last)
      await expect(confirmSignUp({ username, confirmationCode: first })).rejects.toThrow('Invalid verification');
    await confirmSignUp({ username, confirmationCode: last });
    await expect(resendSignUpCode({ username })).rejects.toThrow('User is already confirmed.');
  });

  test('where signing up may tell: an address is taken once, in whatever capitals; one that was never confirmed is free again after a day', async () => {
    await pool.configure({ hidesTakenNames: false });
    const username = newAddress();
    await signUp({ username, password: PASSWORD });
    const again = () => signUp({ username: username.toUpperCase(), password: PASSWORD });
    await expect(again()).rejects.toMatchObject({
      name: 'UsernameExistsException',
      message: 'An account with the given email already exists.',
    });
    pool.advance(24 * HOUR_MS + 1);
    expect((await again()).nextStep.signUpStep).toBe('CONFIRM_SIGN_UP');
  });

  describe('what nobody confirms', () => {
    const DAY_MS = 24 * HOUR_MS;
    const begin = async () => {
      const Username = newAddress();
      const { UserSub } = await pool.call('SignUp', { Username, Password: PASSWORD });
      return { Username, sub: String(UserSub) };
    };
    const isThere = async ({ sub }: { sub: string }) => {
      await pool.service.sweep();
      return (await pool.users.bySub(sub)) !== null;
    };
    const rowsOf = async (sub: string) => {
      const tables = ['identity_users', 'identity_codes', 'identity_messages'];
      const found = await Promise.all(
        tables.map((table) => pool.store.query(`select from ${table} where sub = $1`, [sub])),
      );
      return found.flat().length;
    };

    test('is forgotten after a week, however much it is; the name shows what it has shown', async () => {
      const made = await begin();
      const shown = async () => {
        const parameters = { USERNAME: made.Username, SRP_A: 'abcdef0123456789' };
        const { ChallengeParameters } = await pool.call('InitiateAuth', {
          AuthFlow: 'USER_SRP_AUTH',
          AuthParameters: parameters,
        });
        const { USERNAME, SALT } = ChallengeParameters as unknown as Record<string, string>;
        return { USERNAME, SALT };
      };
      const before = await shown();
      await pool.store.query(
        `insert into identity_users (sub, username, status, is_enabled, attributes, mfa, created_at, updated_at)
         select gen_random_uuid(), 'u-' || n, status, is_enabled, attributes, mfa, created_at, updated_at
         from identity_users, generate_series(1, 1001) n where sub = $1`,
        [made.sub],
      );
      pool.advance(7 * DAY_MS - HOUR_MS);
      expect(await isThere(made)).toBe(true);
      pool.advance(2 * HOUR_MS);
      expect(await isThere(made)).toBe(false);
      expect(await rowsOf(made.sub)).toBe(0);
      expect(await pool.store.query(`select from identity_users where username like 'u-%'`)).toEqual([]);
      expect(await shown()).toEqual(before);
      expect(await pool.call('SignUp', { Username: made.Username, Password: PASSWORD })).toMatchObject({
        UserSub: made.sub,
      });
      expect(await shown()).toEqual(before);
    });

    test('stays while somebody signs up again, or has a code that works', async () => {
      const [again, asked] = [await begin(), await begin()];
      pool.advance(6 * DAY_MS);
      await pool.call('SignUp', { Username: again.Username, Password: PASSWORD });
      pool.advance(DAY_MS + HOUR_MS);
      const { Username } = asked;
      await pool.call('ResendConfirmationCode', { Username });
      expect(await isThere(again)).toBe(true);
      expect(await pool.call('ConfirmSignUp', { Username, ConfirmationCode: pool.codeTo(Username) })).toEqual({});
      pool.advance(DAY_MS);
      expect(await isThere(again)).toBe(false);
      expect(await isThere(asked)).toBe(true);
    });

    test.each<[string, UserChanges]>([
      ['who has confirmed', {}],
      ['whom an administrator has made', { status: 'FORCE_CHANGE_PASSWORD' }],
      ['who comes by another provider', { status: 'EXTERNAL_PROVIDER', salt: null, verifier: null }],
      ['who must reset the password', { status: 'RESET_REQUIRED' }],
      ['who was disabled before confirming', { status: 'UNCONFIRMED', isEnabled: false }],
    ])('%s stays', async (_, changes) => {
      const person = await pool.newPerson(changes);
      pool.advance(30 * DAY_MS);
      expect(await isThere(person)).toBe(true);
    });
  });

  test.each([
    ['Short1', 'Password not long enough'],
    ['lowercase1', 'Password must have uppercase characters'],
    ['UPPERCASE1', 'Password must have lowercase characters'],
    ['Nonumbers', 'Password must have numeric characters'],
  ])('the password %s is refused: %s', async (password, problem) => {
    await expect(signUp({ username: newAddress(), password })).rejects.toMatchObject({
      name: 'InvalidPasswordException',
      message: `Password did not conform with policy: ${problem}`,
    });
  });

  test('symbols are asked for where the settings say so', async () => {
    await pool.configure({ config: { passwordSettings: { ...settings, requiresSymbols: true } } });
    const trial = (password: string) => signUp({ username: newAddress(), password });
    await expect(trial('Password1')).rejects.toThrow('Password must have symbol characters');
    expect((await trial('Pass word1')).isSignUpComplete).toBe(false);
  });

  test('attributes are those of the settings: asked for, known, and well formed', async () => {
    await pool.configure({ config: { signUpAttributes: ['name', 'phone_number', 'custom:team'] } });
    const trial = (userAttributes: Record<string, string>) =>
      signUp({ username: newAddress(), password: PASSWORD, options: { userAttributes } });
    const phone_number = '+12345678900';
    await expect(trial({ name: 'Ada' })).rejects.toThrow('The attribute phone_number is required');
    await expect(trial({ name: 'Ada', phone_number: '12' })).rejects.toThrow('Invalid phone number format.');
    await expect(trial({ name: 'Ada', phone_number, 'custom:other': 'x' })).rejects.toThrow('does not exist in schema');
    await expect(trial({ name: 'Ada', phone_number, email_verified: 'true' })).rejects.toThrow(
      'unauthorized attribute',
    );
    expect(await trial({ name: 'Ada', phone_number, 'custom:team': 'red' })).toMatchObject({ isSignUpComplete: false });
    await expect(signUp({ username: 'ada', password: PASSWORD })).rejects.toThrow('Username should be an email.');
  });

  test('where people have usernames, an address is an alias once it is confirmed', async () => {
    await pool.configure({ config: { loginMechanisms: ['username', 'email'] } });
    const [username, other, email] = [`u-${crypto.randomUUID()}`, `u-${crypto.randomUUID()}`, newAddress()];
    await signUp({ username, password: PASSWORD, options: { userAttributes: { email } } });
    await signUp({ username: other, password: PASSWORD, options: { userAttributes: { email } } });
    const codes = pool.messages.filter(({ destination }) => destination === email).map(({ code = '' }) => code);
    await expect(signIn({ username: email, password: PASSWORD })).rejects.toThrow('Incorrect username or password.');
    await confirmSignUp({ username, confirmationCode: codes[0] ?? '' });
    await expect(confirmSignUp({ username: other, confirmationCode: codes[1] ?? '' })).rejects.toThrow(
      'An account with the given email already exists.',
    );
    expect(await signIn({ username: email, password: PASSWORD })).toMatchObject({ isSignedIn: true });
    await signOut();
    expect(await signIn({ username: username.toUpperCase(), password: PASSWORD })).toMatchObject({ isSignedIn: true });
    await expect(signUp({ username: email, password: PASSWORD })).rejects.toThrow('cannot be of email format');
  });

  describe('capitals do not count in any language', () => {
    const mark = () => crypto.randomUUID().slice(0, 8);
    beforeEach(() => pool.configure({ config: { loginMechanisms: ['username'] } }));

    test.each([
      ['İ', `İpek-${mark()}`, (name: string) => name.toLowerCase()],
      ['Σ at the end', `${mark()}-ΟΔΥΣΣΕΥΣ`, (name: string) => name.toLowerCase()],
      ['ς at the end', `${mark()}-Οδυσσευς`, (name: string) => name.toUpperCase()],
      ['an accent apart', `Zo\u00eb-${mark()}`, (name: string) => name.normalize('NFD')],
    ])('%s', async (_, username, other) => {
      await signUp({ username, password: PASSWORD });
      for (const name of [username, other(username)]) {
        expect(await signIn({ username: name, password: PASSWORD })).toMatchObject({ isSignedIn: true });
        await signOut();
        await expect(signUp({ username: name, password: PASSWORD })).rejects.toThrow('User already exists');
      }
    });

    test('names of before are found from the next start on, unless another has them', async () => {
      const [lost, first, second] = [`İ-${mark()}`, `Ι-${mark()}Σ`, `İΣ-${mark()}`];
      for (const username of [lost, first, second]) await signUp({ username, password: PASSWORD });
      const former = 'update identity_users set folded_name = $2 where username = $1';
      await pool.store.query(former, [lost, null]);
      await pool.store.query(former, [first, first]);
      await expect(signIn({ username: lost, password: PASSWORD })).rejects.toThrow('Incorrect username or password.');
      // As where the small form was taken beside the name that nobody could find.
      await pool.store.query(former, [second, second]);
      const taken = second.toLowerCase();
      await signUp({ username: taken, password: PASSWORD });
      await pool.configure({ config: { loginMechanisms: ['username'] } });
      for (const username of [lost, first, taken]) {
        expect(await signIn({ username, password: PASSWORD })).toMatchObject({ isSignedIn: true });
        await signOut();
      }
      expect(pool.logged.filter((line) => line.includes('the name of another'))).toHaveLength(1);
    });
  });

  test('without any address there is nothing to confirm, and the visitor is signed in', async () => {
    await pool.configure({ config: { loginMechanisms: ['username'] } });
    const username = `u-${crypto.randomUUID()}`;
    const done = await signUp({ username, password: PASSWORD, options: { userAttributes: {}, autoSignIn: true } });
    expect(done).toMatchObject({ isSignUpComplete: true, nextStep: { signUpStep: 'COMPLETE_AUTO_SIGN_IN' } });
    expect(await autoSignIn()).toMatchObject({ isSignedIn: true });
  });

  test('by telephone: the code goes there', async () => {
    await pool.configure({ config: { loginMechanisms: ['phone_number'] } });
    const username = `+1${Math.floor(Math.random() * 1e10)
      .toString()
      .padStart(10, '0')}`;
    const { nextStep } = await signUp({ username, password: PASSWORD });
    expect(nextStep).toMatchObject({
      codeDeliveryDetails: { deliveryMedium: 'SMS', destination: `+*******${username.slice(-4)}` },
    });
    await confirmSignUp({ username, confirmationCode: pool.codeTo(username) });
    expect(await signIn({ username, password: PASSWORD })).toMatchObject({ isSignedIn: true });
  });

  test('it can be switched off', async () => {
    await pool.configure({ config: { hasSignUp: false } });
    await expect(signUp({ username: newAddress(), password: PASSWORD })).rejects.toThrow('SignUp is not permitted');
  });
});

const settings = {
  minLength: 8,
  requiresLowercase: true,
  requiresUppercase: true,
  requiresNumbers: true,
  requiresSymbols: false,
};
