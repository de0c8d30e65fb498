import { getDiffieHellman } from 'node:crypto';
import { confirmResetPassword, confirmSignIn, getCurrentUser, resetPassword, signIn, signOut } from 'aws-amplify/auth';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KINDS, PASSWORD, startPool, type TestPool } from '../fixtures/contract-pool.ts';

const MINUTE_MS = 60_000;
const UNKNOWN = 'nobody@example.com';
const refusedPassword = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };

describe.each(KINDS)('signing in, $name', (kind) => {
  let pool: TestPool;
  beforeAll(async () => {
    pool = await startPool(kind);
  });
  beforeEach(async () => {
    await signOut();
    await pool.configure();
  });
  afterAll(() => pool.close());

  test.each(['USER_SRP_AUTH', 'USER_PASSWORD_AUTH'] as const)(
    '%s: the right password signs in, another does not',
    async (authFlowType) => {
      const { email: username, password, sub } = await pool.newPerson();
      const options = { authFlowType };
      await expect(signIn({ username, password: `${password}x`, options })).rejects.toMatchObject(refusedPassword);
      expect(await signIn({ username: username.toUpperCase(), password, options })).toMatchObject({ isSignedIn: true });
      expect(await getCurrentUser()).toMatchObject({ userId: sub });
    },
  );

  test('a sign-in asks the database five times, and one of them lasts', async () => {
    const { email: username, password } = await pool.newPerson();
    const before = pool.statements.length;
    const waiting = pool.messages.length;
    await signIn({ username, password });
    const asked = pool.statements
      .slice(before)
      .filter(
        (text) =>
          !/from identity_devices where|insert into identity_devices|s\.origin_jti = \$1|identity_messages/.test(text),
      );
    const written = asked.flatMap((text) => text.match(/(?:insert into|delete from|update) identity_\w+/g) ?? []);
    expect(asked).toHaveLength(5);
    // Challenges and guesses are not logged: no write of theirs waits for the disk.
    expect(written.filter((what) => !/identity_(?:challenges|guesses)/.test(what))).toEqual([
      'insert into identity_sessions',
    ]);
    expect(pool.messages).toHaveLength(waiting);
  });

  test('CUSTOM_WITHOUT_SRP: a code by e-mail is enough', async () => {
    const { email: username } = await pool.newPerson();
    const { nextStep } = await signIn({ username, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } });
    expect(nextStep).toMatchObject({
      signInStep: 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE',
      additionalInfo: { challenge: 'emailed-code', destination: `${username[0]}***@e***` },
    });
    expect(await confirmSignIn({ challengeResponse: pool.codeTo(username) })).toMatchObject({ isSignedIn: true });
  });

  test('CUSTOM_WITH_SRP: the password first, then the code, for which there are three answers', async () => {
    const { email: username, password } = await pool.newPerson();
    const options = { authFlowType: 'CUSTOM_WITH_SRP' } as const;
    await expect(signIn({ username, password: `${password}x`, options })).rejects.toMatchObject(refusedPassword);
    await signIn({ username, password, options });
    const answer = (challengeResponse: string) => confirmSignIn({ challengeResponse });
    await expect(answer('wrong')).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await expect(answer('wrong')).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await expect(answer('wrong')).rejects.toMatchObject(refusedPassword);
    await expect(answer(pool.codeTo(username))).rejects.toThrow('Invalid session for the user.');
    await signIn({ username, password, options });
    expect(await answer(pool.codeTo(username))).toMatchObject({ isSignedIn: true });
  });

  test('a flow that the pool does not take is refused', async () => {
    await pool.configure({ authFlows: ['CUSTOM_WITH_SRP'] });
    const { email: username, password } = await pool.newPerson();
    for (const authFlowType of ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH'] as const) {
      await expect(signIn({ username, password, options: { authFlowType } })).rejects.toThrow(
        'flow not enabled for this client',
      );
    }
    const withoutPassword = signIn({ username, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } });
    await expect(withoutPassword).rejects.toThrow('flow not enabled for this client');
  });

  test('a name that nobody has looks like a wrong password, with the same salt each time', async () => {
    const initiate = (name: string) => pool.call('InitiateAuth', initiation(name));
    const [first, second, known] = [
      await initiate(UNKNOWN),
      await initiate(UNKNOWN),
      await initiate((await pool.newPerson()).email),
    ];
    const parametersOf = (answer: typeof first) => answer['ChallengeParameters'] as unknown as Record<string, string>;
    expect(parametersOf(first)['SALT']).toBe(parametersOf(second)['SALT']);
    expect(parametersOf(first)['USER_ID_FOR_SRP']).toBe(parametersOf(second)['USER_ID_FOR_SRP']);
    expect(parametersOf(first)['SRP_B']).not.toBe(parametersOf(second)['SRP_B']);
    expect(Object.keys(first)).toEqual(Object.keys(known));
    expect(Object.keys(parametersOf(first))).toEqual(Object.keys(parametersOf(known)));
    for (const name of ['SALT', 'USER_ID_FOR_SRP', 'SECRET_BLOCK']) {
      expect(parametersOf(first)[name]?.length, name).toBe(parametersOf(known)[name]?.length);
    }
    await expect(signIn({ username: UNKNOWN, password: PASSWORD })).rejects.toMatchObject(refusedPassword);
    const bare = { username: UNKNOWN, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } } as const;
    expect((await signIn(bare)).nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE');
    expect((await resetPassword({ username: UNKNOWN })).nextStep.resetPasswordStep).toBe(
      'CONFIRM_RESET_PASSWORD_WITH_CODE',
    );
    const reset = { username: UNKNOWN, confirmationCode: '123456', newPassword: PASSWORD };
    await expect(confirmResetPassword(reset)).rejects.toMatchObject({ name: 'CodeMismatchException' });
    expect(pool.messages.filter(({ destination }) => destination === UNKNOWN)).toEqual([]);
  });

  test('where names are not hidden, it is said', async () => {
    await pool.configure({ hidesUsers: false });
    const unknown = { name: 'UserNotFoundException', message: 'User does not exist.' };
    await expect(signIn({ username: UNKNOWN, password: PASSWORD })).rejects.toMatchObject(unknown);
    await expect(resetPassword({ username: UNKNOWN })).rejects.toMatchObject(unknown);
  });

  test('five wrong passwords lock for ever longer, the right one included; an hour later it is forgotten', async () => {
    const { email: username, password } = await pool.newPerson();
    const options = { authFlowType: 'USER_PASSWORD_AUTH' } as const;
    const wrong = () => signIn({ username, password: 'Wrong-horse1', options });
    const locked = { name: 'NotAuthorizedException', message: 'Password attempts exceeded' };
    const thaw = pool.freeze();
    for (let n = 0; n < 5; n++) await expect(wrong()).rejects.toMatchObject(refusedPassword);
    await expect(signIn({ username, password, options })).rejects.toMatchObject(locked);
    await expect(signIn({ username, password })).rejects.toMatchObject(locked);
    for (let lockMs = 1_000; lockMs < 60_000; lockMs *= 2) {
      pool.advance(lockMs + 500);
      await expect(wrong()).rejects.toMatchObject(refusedPassword);
      await expect(wrong()).rejects.toMatchObject(locked);
    }
    pool.advance(60 * MINUTE_MS);
    thaw();
    expect(await signIn({ username, password, options })).toMatchObject({ isSignedIn: true });
  });

  test('a name that nobody has is locked all the same', async () => {
    const username = `${crypto.randomUUID()}@example.com`;
    const options = { authFlowType: 'USER_PASSWORD_AUTH' } as const;
    const thaw = pool.freeze();
    for (let n = 0; n < 5; n++)
      await expect(signIn({ username, password: PASSWORD, options })).rejects.toMatchObject(refusedPassword);
    await expect(signIn({ username, password: PASSWORD, options })).rejects.toThrow('Password attempts exceeded');
    thaw();
  });

  test('a temporary password leads to a new one, with the attributes that are missing', async () => {
    await pool.configure({ config: { signUpAttributes: [] } });
    const { email: username, password } = await pool.newPerson({ status: 'FORCE_CHANGE_PASSWORD' });
    await pool.configure({ config: { signUpAttributes: ['name'] } });
    const { nextStep } = await signIn({ username, password });
    expect(nextStep).toEqual({ signInStep: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED', missingAttributes: ['name'] });
    await expect(confirmSignIn({ challengeResponse: 'short' })).rejects.toMatchObject({
      name: 'InvalidPasswordException',
    });
    await expect(confirmSignIn({ challengeResponse: 'Another-horse2' })).rejects.toThrow('name is missing');
    const options = { userAttributes: { name: 'Ada' } };
    expect(await confirmSignIn({ challengeResponse: 'Another-horse2', options })).toMatchObject({ isSignedIn: true });
    await signOut();
    await expect(signIn({ username, password })).rejects.toMatchObject(refusedPassword);
    expect(await signIn({ username, password: 'Another-horse2' })).toMatchObject({ isSignedIn: true });
  });

  test('CUSTOM_WITH_SRP: a temporary password, the code, then the new password', async () => {
    const { email: username, password } = await pool.newPerson({ status: 'FORCE_CHANGE_PASSWORD' });
    await signIn({ username, password, options: { authFlowType: 'CUSTOM_WITH_SRP' } });
    const { nextStep } = await confirmSignIn({ challengeResponse: pool.codeTo(username) });
    expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED');
    expect(await confirmSignIn({ challengeResponse: 'Another-horse2' })).toMatchObject({ isSignedIn: true });
  });

  test('a password that has to be reset leads there; the code sets another, and ends all sessions', async () => {
    const person = await pool.newPerson();
    const { email: username, password } = person;
    const before = await tokensOf(person);
    await pool.users.update(person.sub, { status: 'RESET_REQUIRED' });
    expect((await signIn({ username, password })).nextStep.signInStep).toBe('RESET_PASSWORD');
    const { nextStep } = await resetPassword({ username });
    expect(nextStep.codeDeliveryDetails).toMatchObject({
      deliveryMedium: 'EMAIL',
      destination: `${username[0]}***@e***`,
    });
    const confirmation = { username, confirmationCode: pool.codeTo(username), newPassword: 'Another-horse2' };
    await expect(confirmResetPassword({ ...confirmation, newPassword: 'weak' })).rejects.toMatchObject({
      name: 'InvalidPasswordException',
    });
    await confirmResetPassword(confirmation);
    await expect(confirmResetPassword(confirmation)).rejects.toMatchObject({ name: 'ExpiredCodeException' });
    expect(await pool.call('GetTokensFromRefreshToken', { RefreshToken: before.RefreshToken })).toEqual({
      __type: 'NotAuthorizedException',
      message: 'Refresh Token has been revoked',
    });
    expect(await signIn({ username, password: 'Another-horse2' })).toMatchObject({ isSignedIn: true });
  });

  test('a code that resets works for an hour', async () => {
    const { email: username } = await pool.newPerson();
    await resetPassword({ username });
    pool.advance(60 * MINUTE_MS + 1);
    const late = confirmResetPassword({
      username,
      confirmationCode: pool.codeTo(username),
      newPassword: 'Another-horse2',
    });
    await expect(late).rejects.toMatchObject({ name: 'ExpiredCodeException' });
  });

  test('a disabled user is told so, by the right password only', async () => {
    const { email: username, password } = await pool.newPerson({ isEnabled: false });
    await expect(signIn({ username, password })).rejects.toMatchObject({ message: 'User is disabled.' });
    await expect(signIn({ username, password: `${password}x` })).rejects.toMatchObject(refusedPassword);
  });

  test('an answer is taken once, and for three minutes', async () => {
    const { email } = await pool.newPerson();
    const { Session } = await pool.call('InitiateAuth', initiation(email));
    const answer = (Session: string) =>
      pool.call('RespondToAuthChallenge', {
        ChallengeName: 'PASSWORD_VERIFIER',
        Session,
        ChallengeResponses: { USERNAME: email },
      });
    expect(await answer(Session ?? '')).toMatchObject({ message: 'Incorrect username or password.' });
    expect(await answer(Session ?? '')).toMatchObject({ message: 'Invalid session for the user.' });
    const late = await pool.call('InitiateAuth', initiation(email));
    pool.advance(3 * MINUTE_MS + 1);
    expect(await answer(late['Session'] ?? '')).toMatchObject({
      message: 'Invalid session for the user, session is expired.',
    });
    const sealed = await pool.store.query<{ state: string }>('select state from identity_challenges');
    expect(JSON.stringify(sealed)).not.toContain('secretBlock');
  });

  test('a public key that is a multiple of the prime, or none, is refused', async () => {
    const { email } = await pool.newPerson();
    const prime = getDiffieHellman('modp15').getPrime('hex');
    for (const A of ['0', prime, '', 'xyz']) {
      expect(await pool.call('InitiateAuth', initiation(email, A)), A).toMatchObject({
        __type: 'InvalidParameterException',
      });
    }
  });

  test('tokens say who, for whom, and of which session', async () => {
    const person = await pool.newPerson();
    const { AccessToken, IdToken, ExpiresIn, RefreshToken, NewDeviceMetadata } = await tokensOf(person);
    const { issuer: iss, clientId } = pool.service.pool;
    const [access, id] = [decodeJwt(AccessToken), decodeJwt(IdToken)];
    expect(access).toMatchObject({
      sub: person.sub,
      iss,
      client_id: clientId,
      token_use: 'access',
      username: person.sub,
    });
    expect(id).toMatchObject({
      sub: person.sub,
      iss,
      aud: clientId,
      token_use: 'id',
      email: person.email,
      email_verified: true,
    });
    expect(access['origin_jti']).toBe(id['origin_jti']);
    expect((access.exp ?? 0) - (access.iat ?? 0)).toBe(ExpiresIn);
    expect(access['device_key']).toBe(NewDeviceMetadata.DeviceKey);
    const stored = await pool.store.query('select * from identity_sessions');
    expect(JSON.stringify(stored)).not.toContain(RefreshToken.split('.')[1]);
  });

  async function tokensOf({ email, password }: { email: string; password: string }) {
    const { AuthenticationResult } = await pool.call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    });
    return AuthenticationResult as unknown as {
      AccessToken: string;
      IdToken: string;
      RefreshToken: string;
      ExpiresIn: number;
      NewDeviceMetadata: { DeviceKey: string };
    };
  }
});

function initiation(USERNAME: string, SRP_A = 'abcdef0123456789') {
  return { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME, SRP_A } };
}
