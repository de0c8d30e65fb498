import {
  confirmSignIn,
  fetchMFAPreference,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, startPool, type TestPool } from '../fixtures/contract-pool.ts';
import { totpCode, totpStep } from '../crypto/totp.ts';
import type { SecondFactor } from '../tables/user.ts';

const STEP_MS = 30_000;
const MINUTE_MS = 60_000;
const answer = (challengeResponse: string) => confirmSignIn({ challengeResponse });

describe('second factors', () => {
  let pool: TestPool;
  beforeAll(async () => {
    pool = await startPool();
  });
  beforeEach(async () => {
    await signOut();
    await pool.configure();
  });
  afterAll(() => pool.close());

  /** Each code is good for once: the next one is that of the next step. */
  const nextCode = (secret: string) => {
    pool.advance(STEP_MS);
    return totpCode(secret, totpStep(pool.now()));
  };
  const enter = ({ email: username, password }: Person) => signIn({ username, password });
  const phoneNumber = () => `+1${String(Math.floor(Math.random() * 1e10)).padStart(10, '0')}`;

  const personWith = (enabled: SecondFactor[], preferred: SecondFactor | null = null) =>
    pool.newPersonWithPhone({ mfa: { enabled, preferred } });

  /** Signed in, with an authenticator app set up. */
  async function personWithApp() {
    const person = await pool.newPerson();
    await enter(person);
    const { sharedSecret } = await setUpTOTP();
    await verifyTOTPSetup({ code: nextCode(sharedSecret) });
    await updateMFAPreference({ totp: 'PREFERRED' });
    return { ...person, secret: sharedSecret };
  }

  test('an authenticator app is set up, asked for, and switched off', async () => {
    const person = await pool.newPerson();
    await enter(person);
    await expect(updateMFAPreference({ totp: 'PREFERRED' })).rejects.toThrow(
      'User has not verified software token mfa',
    );
    const { sharedSecret } = await setUpTOTP();
    await expect(verifyTOTPSetup({ code: '000000' })).rejects.toMatchObject({
      name: 'EnableSoftwareTokenMFAException',
    });
    await verifyTOTPSetup({ code: nextCode(sharedSecret) });
    await updateMFAPreference({ totp: 'PREFERRED' });
    expect(await fetchMFAPreference()).toEqual({ enabled: ['TOTP'], preferred: 'TOTP' });
    await signOut();
    expect((await enter(person)).nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
    await expect(answer('000000')).rejects.toMatchObject({ name: 'CodeMismatchException' });
    expect(await answer(nextCode(sharedSecret))).toMatchObject({ isSignedIn: true });
    await updateMFAPreference({ totp: 'DISABLED' });
    await signOut();
    expect(await enter(person)).toMatchObject({ isSignedIn: true });
    const stored = JSON.stringify(await pool.store.query('select * from identity_users'));
    expect(stored).not.toContain(sharedSecret);
  });

  test('a code of the app is good for once', async () => {
    const person = await personWithApp();
    await signOut();
    await enter(person);
    const code = nextCode(person.secret);
    expect(await answer(code)).toMatchObject({ isSignedIn: true });
    await signOut();
    await enter(person);
    await expect(answer(code)).rejects.toThrow('Your software token has already been used once.');
    expect(await answer(nextCode(person.secret))).toMatchObject({ isSignedIn: true });
  });

  test('wrong codes of the app lock the user, also over several sign-ins', async () => {
    const person = await personWithApp();
    await signOut();
    const thaw = pool.freeze();
    for (const count of [4, 1]) {
      await enter(person);
      for (let n = 0; n < count; n++)
        await expect(answer('000000')).rejects.toMatchObject({ name: 'CodeMismatchException' });
    }
    await expect(answer(nextCode(person.secret))).resolves.toMatchObject({ isSignedIn: true });
    await signOut();
    await enter(person);
    for (let n = 0; n < 5; n++) await expect(answer('000000')).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await expect(answer(totpCode(person.secret, totpStep(pool.now()) + 1))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
    await expect(enter(person)).rejects.toThrow('Password attempts exceeded');
    thaw();
  });

  test('by SMS: the code goes to the verified number, and works for three minutes', async () => {
    const person = await personWith(['SMS_MFA']);
    const { nextStep } = await enter(person);
    expect(nextStep).toEqual({
      signInStep: 'CONFIRM_SIGN_IN_WITH_SMS_CODE',
      codeDeliveryDetails: { deliveryMedium: 'SMS', destination: `+*******${person.phone.slice(-4)}` },
    });
    await expect(answer('wrong')).rejects.toMatchObject({ name: 'CodeMismatchException' });
    expect(await answer(pool.codeTo(person.phone))).toMatchObject({ isSignedIn: true });
    await signOut();
    await enter(person);
    pool.advance(3 * MINUTE_MS + 1);
    await expect(answer(pool.codeTo(person.phone))).rejects.toThrow('session is expired');
  });

  test('by e-mail', async () => {
    const person = await personWith(['EMAIL_OTP']);
    const { nextStep } = await enter(person);
    expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE');
    expect(await answer(pool.codeTo(person.email))).toMatchObject({ isSignedIn: true });
  });

  test('with several, one is chosen, unless one is preferred', async () => {
    const person = await personWith(['SMS_MFA', 'EMAIL_OTP']);
    expect((await enter(person)).nextStep).toEqual({
      signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION',
      allowedMFATypes: ['SMS', 'EMAIL'],
    });
    await expect(answer('PIGEON')).rejects.toMatchObject({ name: 'IncorrectMFAMethod' });
    await expect(answer('TOTP')).rejects.toThrow('Invalid MFA type.');
    expect((await answer('EMAIL')).nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE');
    expect(await answer(pool.codeTo(person.email))).toMatchObject({ isSignedIn: true });
    await updateMFAPreference({ sms: 'PREFERRED' });
    await signOut();
    expect((await enter(person)).nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_SMS_CODE');
  });

  test('where one is required, it is set up in the middle of the sign-in: an app', async () => {
    await pool.configure({ mfa: 'required' });
    const person = await pool.newPerson();
    expect((await enter(person)).nextStep).toMatchObject({
      signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION',
      allowedMFATypes: ['TOTP', 'EMAIL'],
    });
    const { nextStep } = await answer('TOTP');
    if (nextStep.signInStep !== 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP') throw new Error(nextStep.signInStep);
    const { sharedSecret } = nextStep.totpSetupDetails;
    await expect(answer('000000')).rejects.toMatchObject({ name: 'EnableSoftwareTokenMFAException' });
    expect(await answer(nextCode(sharedSecret))).toMatchObject({ isSignedIn: true });
    await signOut();
    await enter(person);
    expect(await answer(nextCode(sharedSecret))).toMatchObject({ isSignedIn: true });
  });

  test('where one is required, it is set up in the middle of the sign-in: an address', async () => {
    await pool.configure({ mfa: 'required' });
    const person = await pool.newPerson();
    await enter(person);
    expect((await answer('EMAIL')).nextStep.signInStep).toBe('CONTINUE_SIGN_IN_WITH_EMAIL_SETUP');
    expect((await answer(person.email)).nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE');
    expect(await answer(pool.codeTo(person.email))).toMatchObject({ isSignedIn: true });
    await signOut();
    expect((await enter(person)).nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE');
  });

  test('an address is set up by the code that went there, not by that of another sign-in', async () => {
    await pool.configure({ mfa: 'required' });
    const { email, password, sub } = await pool.newPerson();
    const setUp = async (EMAIL: string) => {
      const begun = await pool.call('InitiateAuth', {
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: email, PASSWORD: password },
      });
      const { Session } = await pool.call('RespondToAuthChallenge', {
        ChallengeName: 'MFA_SETUP',
        Session: begun['Session'],
        ChallengeResponses: { USERNAME: email, EMAIL },
      });
      return (code: string) =>
        pool.call('RespondToAuthChallenge', {
          ChallengeName: 'EMAIL_OTP',
          Session,
          ChallengeResponses: { USERNAME: email, EMAIL_OTP_CODE: code },
        });
    };
    const [theirs, own] = ['theirs', 'own'].map((whose) => `${whose}-${crypto.randomUUID()}@example.com`);
    const answerTheirs = await setUp(theirs ?? '');
    const answerOwn = await setUp(own ?? '');
    const code = pool.codeTo(own ?? '');
    // Once more: the sign-in is still there.
    for (let n = 0; n < 2; n++) expect(await answerTheirs(code)).toMatchObject({ __type: 'CodeMismatchException' });
    expect((await pool.users.bySub(sub))?.attributes).toMatchObject({ email });
    expect(await answerOwn(code)).toHaveProperty('AuthenticationResult');
    expect((await pool.users.bySub(sub))?.attributes).toMatchObject({ email: own, email_verified: 'true' });
  });

  test('where one is required, an app that was not verified is not enough', async () => {
    await pool.configure({ mfa: 'required' });
    const { email, password } = await pool.newPerson();
    const begun = await pool.call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    });
    const { Session } = await pool.call('AssociateSoftwareToken', { Session: begun['Session'] });
    const refused = await pool.call('RespondToAuthChallenge', {
      ChallengeName: 'MFA_SETUP',
      Session,
      ChallengeResponses: { USERNAME: email },
    });
    expect(refused).toMatchObject({
      __type: 'NotAuthorizedException',
      message: 'Software token has not been verified.',
    });
  });

  test.each<[SecondFactor, setUp: string[]]>([
    ['SOFTWARE_TOKEN_MFA', ['totp']],
    ['SMS_MFA', ['sms']],
    ['EMAIL_OTP', ['email']],
  ])('where there is %s alone, no other can be turned on, and none that was is asked for', async (factor, [own]) => {
    await pool.configure();
    const everything = await personWithApp();
    const phone = phoneNumber();
    await pool.users.update(everything.sub, {
      attributes: {
        email: everything.email,
        email_verified: 'true',
        phone_number: phone,
        phone_number_verified: 'true',
      },
      mfa: { enabled: ['SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'], preferred: null },
    });
    await pool.configure({ secondFactors: [factor] });
    await signOut();
    const asked = {
      SOFTWARE_TOKEN_MFA: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE',
      SMS_MFA: 'CONFIRM_SIGN_IN_WITH_SMS_CODE',
      EMAIL_OTP: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
    }[factor];
    expect((await enter(everything)).nextStep.signInStep).toBe(asked);
    const code = {
      SOFTWARE_TOKEN_MFA: () => nextCode(everything.secret),
      SMS_MFA: () => pool.codeTo(phone),
      EMAIL_OTP: () => pool.codeTo(everything.email),
    }[factor]();
    expect(await answer(code)).toMatchObject({ isSignedIn: true });
    for (const kind of ['totp', 'sms', 'email']) {
      const set = updateMFAPreference({ [kind]: 'ENABLED' });
      if (kind === own) await set;
      else await expect(set).rejects.toThrow('the user pool has no');
    }
    if (factor === 'SOFTWARE_TOKEN_MFA') await setUpTOTP();
    else await expect(setUpTOTP()).rejects.toMatchObject({ name: 'SoftwareTokenMFANotFoundException' });
  });

  test('where an app alone is required, it is what is set up, and an address is refused', async () => {
    await pool.configure({ mfa: 'required', secondFactors: ['SOFTWARE_TOKEN_MFA'] });
    const person = await pool.newPerson();
    expect((await enter(person)).nextStep.signInStep).toBe('CONTINUE_SIGN_IN_WITH_TOTP_SETUP');
    const begun = await pool.call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: person.email, PASSWORD: person.password },
    });
    const refused = await pool.call('RespondToAuthChallenge', {
      ChallengeName: 'MFA_SETUP',
      Session: begun['Session'],
      ChallengeResponses: { USERNAME: person.email, EMAIL: person.email },
    });
    expect(refused).toMatchObject({ __type: 'InvalidParameterException', message: 'Invalid MFA type.' });
  });

  test('where e-mail alone is required, the verified address is asked, and who has none gives one', async () => {
    await pool.configure({ mfa: 'required', secondFactors: ['EMAIL_OTP'] });
    const known = await personWith([]);
    expect((await enter(known)).nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE');
    expect(await answer(pool.codeTo(known.email))).toMatchObject({ isSignedIn: true });
    await signOut();
    const unknown = await pool.newPerson();
    await pool.users.update(unknown.sub, { attributes: { email: unknown.email, email_verified: 'false' } });
    expect((await enter(unknown)).nextStep.signInStep).toBe('CONTINUE_SIGN_IN_WITH_EMAIL_SETUP');
  });

  test('where text messages alone are required, the verified number is asked, and who has none does not get in', async () => {
    await pool.configure({ mfa: 'required', secondFactors: ['SMS_MFA'] });
    const person = await personWith([]);
    expect((await enter(person)).nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_SMS_CODE');
    expect(await answer(pool.codeTo(person.phone))).toMatchObject({ isSignedIn: true });
    await signOut();
    await expect(enter(await pool.newPerson())).rejects.toThrow('Cannot initiate MFA setup');
  });

  test('where there are none, none are asked for, and none can be set', async () => {
    await pool.configure({ mfa: 'off' });
    const person = await personWith(['SMS_MFA']);
    expect(await enter(person)).toMatchObject({ isSignedIn: true });
    await expect(updateMFAPreference({ sms: 'ENABLED' })).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });
});
