import { confirmSignIn, fetchDevices, forgetDevice, rememberDevice, signIn, signOut } from 'aws-amplify/auth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, startPool, type TestPool } from '../fixtures/contract-pool.ts';

describe('devices', () => {
  let pool: TestPool;
  beforeAll(async () => {
    pool = await startPool();
  });
  beforeEach(async () => {
    await signOut();
    await pool.configure();
  });
  afterAll(() => pool.close());

  const enter = ({ email: username, password }: Person) => signIn({ username, password });
  const personWithEmailedCodes = () => pool.newPerson({ mfa: { enabled: ['EMAIL_OTP'], preferred: null } });

  test('the browser is listed under its name, and stays the same one', async () => {
    const person = await pool.newPerson();
    await enter(person);
    const [device] = await fetchDevices();
    expect(device).toMatchObject({
      id: expect.stringMatching(/^us-east-1_[\da-f-]{36}$/),
      attributes: { device_status: 'valid' },
    });
    expect(device?.createDate).toBeInstanceOf(Date);
    await signOut();
    await enter(person);
    expect((await fetchDevices()).map(({ id }) => id)).toEqual([device?.id]);
  });

  test('a remembered one stands in for the second factor, until it is forgotten', async () => {
    const person = await personWithEmailedCodes();
    expect((await enter(person)).nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE');
    await confirmSignIn({ challengeResponse: pool.codeTo(person.email) });
    await signOut();
    expect((await enter(person)).nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE');
    await confirmSignIn({ challengeResponse: pool.codeTo(person.email) });
    await rememberDevice();
    await signOut();
    expect(await enter(person)).toMatchObject({ isSignedIn: true });
    expect(await fetchDevices()).toHaveLength(1);
    await forgetDevice();
    expect(await fetchDevices()).toEqual([]);
    await signOut();
    expect((await enter(person)).nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE');
  });

  test('whoever has the password and the key of a remembered one, but not its password, does not get in', async () => {
    const person = await personWithEmailedCodes();
    await enter(person);
    await confirmSignIn({ challengeResponse: pool.codeTo(person.email) });
    await rememberDevice();
    const [device] = await fetchDevices();
    const begun = await pool.call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: person.email, PASSWORD: person.password, DEVICE_KEY: device?.id },
    });
    expect(begun).toMatchObject({ ChallengeName: 'DEVICE_SRP_AUTH' });
    const answer = (ChallengeName: string, Session: string | undefined, responses: object) =>
      pool.call('RespondToAuthChallenge', {
        ChallengeName,
        Session,
        ChallengeResponses: { DEVICE_KEY: device?.id, ...responses },
      });
    const next = await answer('DEVICE_SRP_AUTH', begun['Session'], { SRP_A: 'abcdef' });
    expect(next).toMatchObject({ ChallengeName: 'DEVICE_PASSWORD_VERIFIER' });
    const { SECRET_BLOCK } = next['ChallengeParameters'] as unknown as Record<string, string>;
    const proof = { PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK, PASSWORD_CLAIM_SIGNATURE: 'AAAA', TIMESTAMP: 'now' };
    expect(await answer('DEVICE_PASSWORD_VERIFIER', next['Session'], proof)).toMatchObject({
      message: 'Incorrect username or password.',
    });
    const again = await pool.call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: person.email, PASSWORD: person.password, DEVICE_KEY: device?.id },
    });
    expect(await answer('DEVICE_SRP_AUTH', again['Session'], { SRP_A: '0' })).toMatchObject({
      message: 'Invalid SRP_A.',
    });
  });

  test('one that is forgotten from elsewhere is signed out', async () => {
    const { email, password } = await pool.newPerson();
    const signedIn = async () => {
      const { AuthenticationResult } = await pool.call('InitiateAuth', {
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: email, PASSWORD: password },
      });
      const result = AuthenticationResult as unknown as {
        AccessToken: string;
        NewDeviceMetadata: { DeviceKey: string };
      };
      await pool.call('ConfirmDevice', {
        AccessToken: result.AccessToken,
        DeviceKey: result.NewDeviceMetadata.DeviceKey,
        DeviceSecretVerifierConfig: { PasswordVerifier: 'AQID', Salt: 'AQID' },
      });
      return { AccessToken: result.AccessToken, DeviceKey: result.NewDeviceMetadata.DeviceKey };
    };
    const [here, there] = [await signedIn(), await signedIn()];
    expect(await pool.call('ListDevices', { ...here, Limit: 1 })).toMatchObject({
      Devices: [{}],
      PaginationToken: '1',
    });
    expect(await pool.call('GetDevice', { ...here })).toMatchObject({ Device: { DeviceKey: here.DeviceKey } });
    const forgotten = await pool.call('ForgetDevice', { AccessToken: here.AccessToken, DeviceKey: there.DeviceKey });
    expect(forgotten).toEqual({});
    expect(await pool.call('GetUser', there)).toMatchObject({ message: 'Access Token has been revoked' });
    expect(await pool.call('GetUser', here)).toMatchObject({ UserAttributes: expect.any(Array) });
    const stranger = { AccessToken: here.AccessToken, DeviceKey: 'us-east-1_none' };
    for (const operation of ['ForgetDevice', 'GetDevice']) {
      expect(await pool.call(operation, stranger)).toMatchObject({ message: 'Device does not exist.' });
    }
  });
});
