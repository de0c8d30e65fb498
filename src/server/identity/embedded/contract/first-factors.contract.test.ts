import { confirmSignIn, getCurrentUser, signIn, signOut } from 'aws-amplify/auth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPool, type TestPool } from '../fixtures/contract-pool.ts';

const ALL = ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP', 'SMS_OTP'] as const;
const UNKNOWN = 'nobody@example.com';
const refusedPassword = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };
const answer = (challengeResponse: string) => confirmSignIn({ challengeResponse });

describe('a choice of the first factor', () => {
  let pool: TestPool;
  beforeAll(async () => {
    pool = await startPool();
  });
  beforeEach(async () => {
    await signOut();
    await pool.configure();
  });
  afterAll(() => pool.close());

  const choose = (username: string, preferredChallenge?: (typeof ALL)[number], password?: string) =>
    signIn({
      username,
      ...(password !== undefined && { password }),
      options: { authFlowType: 'USER_AUTH', ...(preferredChallenge && { preferredChallenge }) },
    });
  const initiate = (USERNAME: string, more: object = {}) =>
    pool.call('InitiateAuth', { AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME, ...more } });
  const respond = (ChallengeName: string, Session: unknown, ChallengeResponses: object) =>
    pool.call('RespondToAuthChallenge', { ChallengeName, Session, ChallengeResponses });

  test.each(['PASSWORD', 'PASSWORD_SRP'] as const)(
    '%s, preferred: the right one signs in, no other',
    async (factor) => {
      const { email, password, sub } = await pool.newPerson();
      await expect(choose(email, factor, `${password}x`)).rejects.toMatchObject(refusedPassword);
      expect(await choose(email, factor, password)).toMatchObject({ isSignedIn: true });
      expect(await getCurrentUser()).toMatchObject({ userId: sub });
    },
  );

  test.each(['PASSWORD', 'PASSWORD_SRP'] as const)('%s, chosen', async (factor) => {
    const { email, password, sub } = await pool.newPerson();
    expect((await choose(email)).nextStep).toEqual({
      signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
      availableChallenges: ALL,
    });
    expect((await answer(factor)).nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_PASSWORD');
    expect(await answer(password)).toMatchObject({ isSignedIn: true });
    expect(await getCurrentUser()).toMatchObject({ userId: sub });
    await signOut();
    await choose(email);
    await answer(factor);
    await expect(answer(`${password}x`)).rejects.toMatchObject(refusedPassword);
  });

  test.each([
    ['EMAIL_OTP', 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE', 'EMAIL'],
    ['SMS_OTP', 'CONFIRM_SIGN_IN_WITH_SMS_CODE', 'SMS'],
  ] as const)('%s, preferred or chosen: a code is enough, once', async (factor, signInStep, deliveryMedium) => {
    const { email, phone, sub } = await pool.newPersonWithPhone();
    const address = factor === 'SMS_OTP' ? phone : email;
    const destination = factor === 'SMS_OTP' ? `+*******${phone.slice(-4)}` : `${email[0]}***@e***`;
    const asked = { signInStep, codeDeliveryDetails: { deliveryMedium, destination } };
    expect((await choose(email, factor)).nextStep).toEqual(asked);
    expect(pool.messages.at(-1)).toMatchObject({
      medium: deliveryMedium,
      destination: address,
      purpose: 'emailed-code',
    });
    await expect(answer('wrong')).rejects.toMatchObject({ name: 'CodeMismatchException' });
    const code = pool.codeTo(address);
    expect(await answer(code)).toMatchObject({ isSignedIn: true });
    expect(await getCurrentUser()).toMatchObject({ userId: sub });
    await signOut();
    await choose(email);
    expect((await answer(factor)).nextStep).toEqual(asked);
    if (code !== pool.codeTo(address)) {
      await expect(answer(code)).rejects.toMatchObject({ name: 'CodeMismatchException' });
    }
    expect(await answer(pool.codeTo(address))).toMatchObject({ isSignedIn: true });
  });

  test('on the wire: names and places are those of Amazon Cognito', async () => {
    const { email, password } = await pool.newPerson();
    const asked = await initiate(email);
    expect(asked).toEqual({
      ChallengeName: 'SELECT_CHALLENGE',
      ChallengeParameters: {},
      AvailableChallenges: ALL,
      Session: expect.stringMatching(/^.{20,}$/),
    });
    // What is not offered is no preference.
    expect(await initiate(email, { PREFERRED_CHALLENGE: 'WEB_AUTHN' })).toMatchObject({ AvailableChallenges: ALL });
    expect(
      await respond('SELECT_CHALLENGE', asked['Session'], { ANSWER: 'WEB_AUTHN', CREDENTIAL: '{}' }),
    ).toMatchObject({
      __type: 'InvalidParameterException',
    });
    expect(await respond('SELECT_CHALLENGE', asked['Session'], { ANSWER: 'PASSWORD' })).toMatchObject({
      __type: 'InvalidParameterException',
      message: 'Missing required parameter PASSWORD',
    });
    expect(
      await respond('SELECT_CHALLENGE', asked['Session'], { ANSWER: 'PASSWORD', PASSWORD: password }),
    ).toMatchObject({
      AuthenticationResult: { TokenType: 'Bearer' },
    });
    const coded = await initiate(email, { PREFERRED_CHALLENGE: 'EMAIL_OTP' });
    expect(coded).toEqual({
      ChallengeName: 'EMAIL_OTP',
      ChallengeParameters: {
        CODE_DELIVERY_DELIVERY_MEDIUM: 'EMAIL',
        CODE_DELIVERY_DESTINATION: `${email[0]}***@e***`,
      },
      Session: expect.any(String),
    });
    const EMAIL_OTP_CODE = pool.codeTo(email);
    expect(await respond('SMS_OTP', coded['Session'], { SMS_OTP_CODE: EMAIL_OTP_CODE })).toMatchObject({
      message: 'Invalid session for the user.',
    });
    expect(await respond('EMAIL_OTP', coded['Session'], { USERNAME: email, EMAIL_OTP_CODE })).toMatchObject({
      AuthenticationResult: { TokenType: 'Bearer' },
    });
  });

  test('three answers to a code, and then the session is over', async () => {
    const { email } = await pool.newPerson();
    await choose(email, 'EMAIL_OTP');
    await expect(answer('wrong')).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await expect(answer('wrong')).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await expect(answer('wrong')).rejects.toMatchObject(refusedPassword);
    await expect(answer(pool.codeTo(email))).rejects.toThrow('Invalid session for the user.');
  });

  test('guesses are counted, of a password and of a code; a stranger’s lock nobody out of their second factor', async () => {
    const { email, password, sub } = await pool.newPerson();
    for (let n = 0; n < 6; n++) {
      const { Session } = await initiate(email, { PREFERRED_CHALLENGE: 'EMAIL_OTP' });
      await respond('EMAIL_OTP', Session, { EMAIL_OTP_CODE: 'wrong' });
    }
    const { Session } = await initiate(email);
    expect(await respond('SELECT_CHALLENGE', Session, { ANSWER: 'PASSWORD', PASSWORD: password })).toMatchObject({
      message: 'Password attempts exceeded',
    });
    const counted = await pool.store.query<{ source: string }>(
      'select source from identity_guesses where sub = $1 and failures > 0',
      [sub],
    );
    expect(counted.map(({ source }) => source)).toContain('strangers password');
    expect(counted.map(({ source }) => source)).not.toContain('strangers code');
  });

  test('a code is no way in beside a second factor: not where one is required, nor for who has one', async () => {
    const person = await pool.newPerson();
    await pool.configure({ mfa: 'required' });
    expect(await initiate(person.email)).toMatchObject({ AvailableChallenges: ['PASSWORD', 'PASSWORD_SRP'] });
    expect(await initiate(person.email, { PREFERRED_CHALLENGE: 'EMAIL_OTP' })).toMatchObject({
      ChallengeName: 'SELECT_CHALLENGE',
    });
    await pool.configure();
    await pool.users.update(person.sub, { mfa: { enabled: ['EMAIL_OTP'], preferred: null } });
    const before = pool.messages.length;
    expect(await initiate(person.email, { PREFERRED_CHALLENGE: 'EMAIL_OTP' })).toMatchObject({
      ChallengeName: 'EMAIL_OTP',
    });
    expect(pool.messages).toHaveLength(before);
    // The password comes first, and then the code of the second factor, which is another one.
    expect((await choose(person.email, 'PASSWORD_SRP', person.password)).nextStep.signInStep).toBe(
      'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
    );
    expect(await answer(pool.codeTo(person.email))).toMatchObject({ isSignedIn: true });
  });

  test('whose state has changed since the code was sent does not get in', async () => {
    for (const change of [{ isEnabled: false }, { status: 'RESET_REQUIRED' }] as const) {
      const { email, sub } = await pool.newPerson();
      const { Session } = await initiate(email, { PREFERRED_CHALLENGE: 'EMAIL_OTP' });
      await pool.users.update(sub, change);
      const EMAIL_OTP_CODE = pool.codeTo(email);
      expect(await respond('EMAIL_OTP', Session, { EMAIL_OTP_CODE })).toMatchObject({ __type: refusedPassword.name });
    }
  });

  test('what is offered is what the installation allows, and what can be sent; where users are not hidden, what they have', async () => {
    const { email } = await pool.newPerson();
    const offered = async (name = email) => (await initiate(name))['AvailableChallenges'];
    await pool.configure({ firstFactors: ['PASSWORD'] });
    expect(await offered()).toEqual(['PASSWORD', 'PASSWORD_SRP']);
    const deliver = Object.assign(async () => {}, { can: (medium: string) => medium === 'EMAIL' });
    await pool.configure({ deliver });
    expect(await offered()).toEqual(['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP']);
    await pool.configure({ hidesUsers: false });
    expect(await offered()).toEqual(['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP']);
    expect(await offered((await pool.newPersonWithPhone()).email)).toEqual(ALL);
    expect(await initiate(UNKNOWN)).toMatchObject({ __type: 'UserNotFoundException' });
    await pool.configure({ firstFactors: [] });
    expect(await initiate(email)).toMatchObject({ message: 'USER_AUTH flow not enabled for this client' });
  });
});
