import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type Person, startPool, type TestPool } from '../fixtures/contract-pool.ts';
import { totpCode, totpStep } from '../crypto/totp.ts';

const MINUTE_MS = 60_000;
const NEXT = 'Another-horse2';
const REFUSED = 'Recent authentication is required. Confirm the password first.';

type Tokens = { AccessToken: string; IdToken: string; RefreshToken: string };

let pool: TestPool;
beforeAll(async () => {
  pool = await startPool();
});
afterAll(() => pool.close());

async function signIn({ email, password }: Person): Promise<Tokens> {
  const { AuthenticationResult } = await pool.call('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  return AuthenticationResult as unknown as Tokens;
}

const own = (operation: string, input: object) => pool.call(`ClipferryIdentityService.${operation}`, input);
const isLive = async ({ AccessToken }: Tokens) => 'Username' in (await pool.call('GetUser', { AccessToken }));

/**
 * Every operation that an access token opens, and what it is given. `recent`: it changes how one signs in, so that a token that is not
 * of a short while ago is not enough.
 */
const OPERATIONS: [operation: string, input: object, recent: boolean][] = [
  ['SetUserMFAPreference', { SoftwareTokenMfaSettings: { Enabled: false } }, true],
  ['SetUserMFAPreference', { EmailMfaSettings: { Enabled: true } }, true],
  ['AssociateSoftwareToken', {}, true],
  ['VerifySoftwareToken', { UserCode: '123456' }, true],
  ['UpdateUserAttributes', { UserAttributes: [{ Name: 'email', Value: 'other@example.com' }] }, true],
  ['UpdateUserAttributes', { UserAttributes: [{ Name: 'phone_number', Value: '+12345678900' }] }, true],
  ['DeleteUserAttributes', { UserAttributeNames: ['phone_number'] }, true],
  ['UpdateDeviceStatus', { DeviceKey: 'us-east-1_x', DeviceRememberedStatus: 'remembered' }, true],
  ['DeleteUser', {}, true],
  ['UpdateDeviceStatus', { DeviceKey: 'us-east-1_x', DeviceRememberedStatus: 'not_remembered' }, false],
  ['UpdateUserAttributes', { UserAttributes: [{ Name: 'name', Value: 'Ada' }] }, false],
  ['GetUser', {}, false],
  ['ListDevices', {}, false],
  ['GetUserAttributeVerificationCode', { AttributeName: 'email' }, false],
];

describe.each(OPERATIONS)('%s of %j', (operation, input, recent) => {
  test(recent ? 'wants to know again who calls, and goes on from there' : 'needs the token alone', async () => {
    const person = await pool.newPerson();
    const { AccessToken } = await signIn(person);
    pool.advance(11 * MINUTE_MS);
    const ask = async () => (await pool.call(operation, { AccessToken, ...input })) as { message?: string };
    if (!recent) return expect((await ask()).message).not.toBe(REFUSED);
    expect(await ask()).toEqual({ __type: 'NotAuthorizedException', message: REFUSED });
    expect(await pool.users.bySub(person.sub)).toMatchObject({ attributes: { email: person.email } });
    expect(await own('ConfirmPassword', { AccessToken, Password: 'Wrong-horse1' })).toMatchObject({
      message: 'Incorrect username or password.',
    });
    expect((await ask()).message).toBe(REFUSED);
    expect(await own('ConfirmPassword', { AccessToken, Password: PASSWORD })).toEqual({});
    expect((await ask()).message).not.toBe(REFUSED);
  });
});

test('a sign-in counts for ten minutes, a confirmation for five, each in its own session alone', async () => {
  const person = await pool.newPerson();
  const [here, there] = [await signIn(person), await signIn(person)];
  const check = ({ AccessToken }: Tokens) => own('CheckRecentAuthentication', { AccessToken });
  pool.advance(9 * MINUTE_MS);
  expect(await check(here)).toEqual({});
  pool.advance(2 * MINUTE_MS);
  expect(await check(here)).toMatchObject({ message: REFUSED });
  await own('ConfirmPassword', { AccessToken: here.AccessToken, Password: PASSWORD });
  expect([await check(here), await check(there)]).toMatchObject([{}, { message: REFUSED }]);
  pool.advance(6 * MINUTE_MS);
  expect(await check(here)).toMatchObject({ message: REFUSED });
});

test('guesses at the password are counted here as well', async () => {
  const { AccessToken } = await signIn(await pool.newPerson());
  const guess = () => own('ConfirmPassword', { AccessToken, Password: 'Wrong-horse1' });
  for (let n = 0; n < 5; n++) expect(await guess()).toMatchObject({ message: 'Incorrect username or password.' });
  expect(await guess()).toMatchObject({ message: 'Password attempts exceeded' });
});

test('who has no password is told to sign in again', async () => {
  const person = await pool.newPerson();
  const { AccessToken } = await signIn(person);
  await pool.users.update(person.sub, { salt: null, verifier: null });
  pool.advance(11 * MINUTE_MS);
  expect(await pool.call('DeleteUser', { AccessToken })).toMatchObject({
    message: 'Recent authentication is required. Sign in again first.',
  });
});

describe('other sessions', () => {
  test('end with a change of the password; the one it was changed in goes on', async () => {
    const person = await pool.newPerson();
    const [here, there] = [await signIn(person), await signIn(person)];
    const { AccessToken } = here;
    await pool.call('ChangePassword', { AccessToken, PreviousPassword: PASSWORD, ProposedPassword: NEXT });
    expect([await isLive(here), await isLive(there)]).toEqual([true, false]);
    expect(await pool.call('GetTokensFromRefreshToken', { RefreshToken: there.RefreshToken })).toMatchObject({
      message: 'Refresh Token has been revoked',
    });
    expect(await pool.call('GetTokensFromRefreshToken', { RefreshToken: here.RefreshToken })).toHaveProperty(
      'AuthenticationResult',
    );
  });

  test('all end with a recovery', async () => {
    const person = await pool.newPerson();
    const [one, other] = [await signIn(person), await signIn(person)];
    await pool.call('ForgotPassword', { Username: person.email });
    const ConfirmationCode = pool.codeTo(person.email);
    await pool.call('ConfirmForgotPassword', { Username: person.email, ConfirmationCode, Password: NEXT });
    expect([await isLive(one), await isLive(other)]).toEqual([false, false]);
  });
});

describe('a notice goes to where the user was reached until then', () => {
  const noticesTo = (destination: string) =>
    pool.messages.filter((message) => message.destination === destination && message.purpose === 'notice');
  const kindsTo = (destination: string) => noticesTo(destination).map(({ notice }) => notice);

  test('of a password that was changed, or chosen anew after it was forgotten', async () => {
    const person = await pool.newPerson();
    const { AccessToken } = await signIn(person);
    await pool.call('ChangePassword', { AccessToken, PreviousPassword: PASSWORD, ProposedPassword: NEXT });
    expect(kindsTo(person.email)).toEqual(['passwordChanged']);
    await pool.call('ForgotPassword', { Username: person.email });
    const ConfirmationCode = pool.codeTo(person.email);
    await pool.call('ConfirmForgotPassword', { Username: person.email, ConfirmationCode, Password: PASSWORD });
    expect(kindsTo(person.email)).toEqual(['passwordChanged', 'passwordChanged']);
  });

  test('of an e-mail address that was replaced: at the old one, once the new one counts', async () => {
    const person = await pool.newPerson();
    const { AccessToken } = await signIn(person);
    const email = `${crypto.randomUUID()}@example.com`;
    await pool.call('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name: 'email', Value: email }] });
    expect(kindsTo(person.email)).toEqual([]);
    await pool.call('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code: pool.codeTo(email) });
    expect([kindsTo(person.email), kindsTo(email)]).toEqual([['emailChanged'], []]);
  });

  test('of a number that is gone', async () => {
    const person = await pool.newPerson();
    const phone = { phone_number: '+12345678900', phone_number_verified: 'true' };
    await pool.users.update(person.sub, { attributes: { email: person.email, email_verified: 'true', ...phone } });
    const { AccessToken } = await signIn(person);
    await pool.call('DeleteUserAttributes', { AccessToken, UserAttributeNames: ['phone_number'] });
    expect(kindsTo(person.email)).toEqual(['phoneChanged']);
  });

  test('of a second step that is turned on, is another app, is off; not of which is asked first', async () => {
    const person = await pool.newPerson();
    const { AccessToken } = await signIn(person);
    const setUp = async () => {
      const { SecretCode } = await pool.call('AssociateSoftwareToken', { AccessToken });
      await pool.call('VerifySoftwareToken', {
        AccessToken,
        UserCode: totpCode(SecretCode ?? '', totpStep(pool.now())),
      });
    };
    const prefer = (setting: object) =>
      pool.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: setting });
    await setUp();
    expect(kindsTo(person.email)).toEqual([]);
    await prefer({ Enabled: true });
    await prefer({ PreferredMfa: true });
    expect(kindsTo(person.email)).toHaveLength(1);
    pool.advance(MINUTE_MS);
    await setUp();
    await prefer({ Enabled: false });
    expect(kindsTo(person.email)).toEqual(['secondStepChanged', 'secondStepChanged', 'secondStepChanged']);
    expect(noticesTo(person.email).every(({ code, link }) => code === undefined && link === undefined)).toBe(true);
  });
});
