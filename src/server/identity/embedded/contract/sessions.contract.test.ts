import { generateKeyPairSync } from 'node:crypto';
import { fetchAuthSession, signIn, signOut } from 'aws-amplify/auth';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, startPool, type TestPool } from '../fixtures/contract-pool.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
type Tokens = { AccessToken: string; IdToken: string; RefreshToken: string };
const refused = (message: string) => ({ __type: 'NotAuthorizedException', message });

describe('sessions', () => {
  let pool: TestPool;
  let person: Person;
  beforeAll(async () => {
    pool = await startPool();
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

  const refreshed = async (tokens: Tokens) => (await refresh(tokens)).AuthenticationResult as unknown as Tokens;

  test('each refresh brings the refresh token that comes next, for thirty days in all', async () => {
    const first = await signedIn();
    let tokens = first;
    for (let day = 0; day < 29; day++) {
      pool.advance(DAY_MS);
      const next = await refreshed(tokens);
      expect(next.RefreshToken).not.toBe(tokens.RefreshToken);
      tokens = next;
    }
    pool.advance(DAY_MS);
    expect(await refresh(tokens)).toEqual(refused('Refresh Token has expired'));
  });

  test('two tabs that refresh at once, and a page whose answer was lost, get the same one: nobody is signed out', async () => {
    const tokens = await signedIn();
    const answers = await Promise.all(Array.from({ length: 5 }, () => refreshed(tokens)));
    expect(new Set(answers.map(({ RefreshToken }) => RefreshToken)).size).toBe(1);
    pool.advance(59_000);
    const again = await refreshed(tokens);
    expect(again.RefreshToken).toBe(answers[0]?.RefreshToken);
    expect(await getUser((await refreshed(again)).AccessToken)).toMatchObject({ Username: person.sub });
  });

  test.each([
    ['a minute after', 1, 61_000],
    ['two refreshes later, however soon', 2, 0],
  ])(
    'a refresh token that comes again %s ends the session, also for whoever has the newest',
    async (_, times, laterMs) => {
      const stolen = await signedIn();
      let newest = stolen;
      for (let time = 0; time < times; time++) newest = await refreshed(newest);
      pool.advance(laterMs);
      const reuse = {
        __type: 'RefreshTokenReuseException',
        message: 'Refresh Token has been invalidated by rotation.',
      };
      expect(await refresh(stolen)).toEqual(reuse);
      expect(await getUser(newest.AccessToken)).toEqual(refused('Access Token has been revoked'));
      expect(await refresh(newest)).toEqual(refused('Refresh Token has been revoked'));
    },
  );

  test('what only looks like an older token ends nothing', async () => {
    const tokens = await signedIn();
    const newest = await refreshed(await refreshed(tokens));
    const [originJti = ''] = tokens.RefreshToken.split('.');
    const guess = 'A'.repeat(43);
    for (const forged of [`${originJti}.${guess}`, `${originJti}.1.${guess}`, `${originJti}.3.${guess}`])
      expect(await refresh({ ...tokens, RefreshToken: forged })).toEqual(refused('Invalid Refresh Token'));
    expect(await getUser(newest.AccessToken)).toMatchObject({ Username: person.sub });
  });

  test('any of a session’s refresh tokens revokes it', async () => {
    const tokens = await signedIn();
    const newest = await refreshed(tokens);
    await pool.call('RevokeToken', { Token: tokens.RefreshToken });
    expect(await getUser(newest.AccessToken)).toEqual(refused('Access Token has been revoked'));
  });

  test('the flow whose clients keep the refresh token that they have is off, as in Amazon Cognito with rotation', async () => {
    const { RefreshToken: REFRESH_TOKEN } = await signedIn();
    const asked = { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN } };
    expect(await pool.call('InitiateAuth', asked)).toEqual({
      __type: 'InvalidParameterException',
      message: 'REFRESH_TOKEN_AUTH flow not enabled for this client',
    });
  });

  test('the client keeps what it is given, refresh after refresh', async () => {
    await signIn({ username: person.email, password: person.password });
    for (let time = 0; time < 3; time++) {
      pool.advance(HOUR_MS);
      const { tokens } = await fetchAuthSession({ forceRefresh: true });
      expect(await getUser(tokens?.accessToken.toString() ?? '')).toMatchObject({ Username: person.sub });
    }
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
