import { generateKeyPairSync } from 'node:crypto';
import { fetchAuthSession, signIn, signOut } from 'aws-amplify/auth';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KINDS, type Person, startPool, type TestPool } from './contract-pool.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
type Tokens = { AccessToken: string; IdToken: string; RefreshToken: string };
const refused = (message: string) => ({ __type: 'NotAuthorizedException', message });

describe.each(KINDS)('sessions, $name', (kind) => {
  let pool: TestPool;
  let person: Person;
  beforeAll(async () => {
    pool = await startPool(kind);
  });
  beforeEach(async () => {
    await signOut();
    person = await pool.newPerson();
  });
  afterAll(() => pool.close());

  const signedIn = async (): Promise<Tokens> => {
    const { AuthenticationResult } = await pool.call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: person.email, PASSWORD: person.password },
    });
    return AuthenticationResult as unknown as Tokens;
  };
  const getUser = (AccessToken: string) => pool.call('GetUser', { AccessToken });
  const refresh = ({ RefreshToken }: Tokens) => pool.call('GetTokensFromRefreshToken', { RefreshToken });

  test('the client refreshes its tokens when they have expired', async () => {
    await signIn({ username: person.email, password: person.password });
    const before = (await fetchAuthSession()).tokens;
    pool.advance(HOUR_MS);
    expect(await getUser(before?.accessToken.toString() ?? '')).toEqual(refused('Access Token has expired'));
    const after = (await fetchAuthSession({ forceRefresh: true })).tokens;
    expect(after?.accessToken.payload['origin_jti']).toBe(before?.accessToken.payload['origin_jti']);
    expect(await getUser(after?.accessToken.toString() ?? '')).toMatchObject({ Username: person.sub });
  });

  test('both ways to refresh work, for thirty days', async () => {
    const tokens = await signedIn();
    const { AuthenticationResult } = await refresh(tokens);
    expect(AuthenticationResult).not.toHaveProperty('RefreshToken');
    const older = { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: tokens.RefreshToken } };
    expect(await pool.call('InitiateAuth', older)).toMatchObject({ AuthenticationResult: { TokenType: 'Bearer' } });
    pool.advance(30 * DAY_MS);
    expect(await refresh(tokens)).toEqual(refused('Refresh Token has expired'));
  });

  test('signing out revokes the session, also for whoever has stolen its tokens', async () => {
    await signIn({ username: person.email, password: person.password });
    const stolen = (await fetchAuthSession()).tokens?.accessToken.toString() ?? '';
    const [other] = [await signedIn()];
    await signOut();
    expect(await getUser(stolen)).toEqual(refused('Access Token has been revoked'));
    expect(await getUser(other?.AccessToken ?? '')).toMatchObject({ Username: person.sub });
    await pool.call('RevokeToken', { Token: other?.RefreshToken });
    expect(await refresh(other ?? { AccessToken: '', IdToken: '', RefreshToken: '' })).toEqual(
      refused('Refresh Token has been revoked'),
    );
  });

  test('signing out everywhere ends all sessions', async () => {
    const [first, second] = [await signedIn(), await signedIn()];
    await signIn({ username: person.email, password: person.password });
    await signOut({ global: true });
    for (const tokens of [first, second]) {
      expect(await getUser(tokens.AccessToken)).toEqual(refused('Access Token has been revoked'));
      expect(await refresh(tokens)).toEqual(refused('Refresh Token has been revoked'));
    }
  });

  test('disabling a user, resetting the password and deleting act at once', async () => {
    const tokens = await signedIn();
    await pool.users.update(person.sub, { isEnabled: false });
    expect(await getUser(tokens.AccessToken)).toEqual(refused('User is disabled.'));
    expect(await refresh(tokens)).toEqual(refused('User is disabled.'));
    await pool.users.update(person.sub, { isEnabled: true, status: 'RESET_REQUIRED' });
    const reset = { __type: 'PasswordResetRequiredException', message: 'Password reset required for the user' };
    expect(await getUser(tokens.AccessToken)).toEqual(reset);
    expect(await refresh(tokens)).toEqual(reset);
    await pool.users.update(person.sub, { status: 'CONFIRMED' });
    expect(await getUser(tokens.AccessToken)).toMatchObject({ Username: person.sub });
    await pool.users.remove(person.sub);
    const gone = { __type: 'UserNotFoundException', message: 'User does not exist.' };
    expect(await getUser(tokens.AccessToken)).toEqual(gone);
    expect(await refresh(tokens)).toEqual(gone);
  });

  test('a refresh token that was changed is none', async () => {
    const { RefreshToken, ...rest } = await signedIn();
    const last = RefreshToken.endsWith('A') ? 'B' : 'A';
    for (const forged of [
      'x',
      `${RefreshToken}x`,
      `${RefreshToken.slice(0, 40)}${last.repeat(RefreshToken.length - 40)}`,
    ]) {
      expect(await refresh({ ...rest, RefreshToken: forged })).toEqual(refused('Invalid Refresh Token'));
    }
  });

  test('forged access tokens are refused: unsigned, of another key, of another use, tampered with', async () => {
    const { AccessToken, IdToken } = await signedIn();
    const claims = decodeJwt(AccessToken);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const [jwk] = pool.service.jwks.keys;
    const [head, , signature] = AccessToken.split('.');
    const other = Buffer.from(JSON.stringify({ ...claims, username: 'admin' })).toString('base64url');
    const forged = {
      unsigned: new UnsecuredJWT(claims).encode(),
      'another key': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: jwk?.kid ?? '' })
        .sign(privateKey),
      'public key as secret': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: jwk?.kid ?? '' })
        .sign(Buffer.from(JSON.stringify(jwk))),
      'another use': IdToken,
      tampered: `${head}.${other}.${signature}`,
      nonsense: 'nonsense',
    };
    for (const [name, token] of Object.entries(forged))
      expect(await getUser(token), name).toEqual(refused('Invalid Access Token'));
    expect(await getUser(AccessToken)).toMatchObject({ Username: person.sub });
  });

  test('a second server of the same database knows the keys and the sessions; one with another secret does not start', async () => {
    const { AccessToken } = await signedIn();
    const other = await pool.open({});
    expect(other.jwks).toEqual(pool.service.jwks);
    expect(other.pool).toEqual(pool.service.pool);
    const request = new Request(`${pool.origin}/identity/`, {
      method: 'POST',
      headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.GetUser' },
      body: JSON.stringify({ AccessToken }),
    });
    expect(await (await other.fetch(request)).json()).toMatchObject({ Username: person.sub });
    await other.close();
    await expect(pool.open({}, 'x'.repeat(40))).rejects.toThrow('DOWNLOAD_SECRET');
  });

  test('what has expired is swept away', async () => {
    await signedIn();
    await pool.call('InitiateAuth', {
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: person.email, SRP_A: 'abc' },
    });
    await pool.call('ForgotPassword', { Username: person.email });
    pool.advance(31 * DAY_MS);
    await pool.service.sweep();
    for (const table of ['identity_sessions', 'identity_challenges', 'identity_codes']) {
      expect(await pool.store.query(`select * from ${table}`), table).toEqual([]);
    }
  });
});
