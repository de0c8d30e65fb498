import { jwtVerify, createRemoteJWKSet } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, startPool, type TestPool } from '../fixtures/contract-pool.ts';

describe('the protocol', () => {
  let pool: TestPool;
  beforeAll(async () => {
    pool = await startPool();
  });
  afterAll(() => pool.close());

  test('refusals have status 400, a type in body and header, and are not kept by anybody', async () => {
    const { status, headers, body } = await pool.send('GetUser', '{}');
    expect(status).toBe(400);
    expect(body).toMatchObject({
      __type: 'InvalidParameterException',
      message: expect.stringContaining('AccessToken'),
    });
    expect(headers.get('x-amzn-errortype')).toBe('InvalidParameterException');
    expect(headers.get('content-type')).toBe('application/x-amz-json-1.1');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['Nonsense', '{}'],
    ['constructor', '{}'],
    ['__proto__', '{}'],
    ['AWSCognitoIdentityService.GetUser', '{}'],
    ['constructor.constructor', '{}'],
  ])('the operation %s is unknown', async (operation, body) => {
    const answer = await pool.send(operation, body);
    expect([answer.status, answer.body['__type']]).toEqual([400, 'UnknownOperationException']);
  });

  test('who answers for accounts hears what came of each operation, and nothing that a client made up', async () => {
    const before = pool.answered.length;
    await pool.send('GetUser', '{}');
    await pool.send('NoSuchThing', '{}');
    await pool.send(
      'ForgotPassword',
      JSON.stringify({ ClientId: pool.service.pool.clientId, Username: 'nobody@example.com' }),
    );
    expect(pool.answered.slice(before)).toEqual([
      'GetUser InvalidParameterException',
      'unknown UnknownOperationException',
      'ForgotPassword ok',
    ]);
  });

  test.each(['{', '"', 'null null', '\u0000'])('%j is no JSON', async (body) => {
    const answer = await pool.send('GetUser', body);
    expect([answer.status, answer.body['__type']]).toEqual([400, 'SerializationException']);
  });

  test.each(['\\u0000', '\\ud800'])('a text with %s is refused before it reaches the database', async (text) => {
    const answer = await pool.send(
      'SignUp',
      `{"ClientId":"${pool.service.pool.clientId}","Username":"a${text}","Password":"x"}`,
    );
    expect([answer.status, answer.body['__type']]).toEqual([400, 'SerializationException']);
  });

  test.each(['null', '[]', '1', '"x"', '{"ClientId":[]}'])('%s is no input', async (body) => {
    const answer = await pool.send('SignUp', body);
    expect([answer.status, answer.body['__type']]).toEqual([400, 'InvalidParameterException']);
  });

  test('what is too large is refused, whatever length it says it has', async () => {
    const large = JSON.stringify({ AccessToken: 'x'.repeat(70_000) });
    const answer = await pool.send('GetUser', large);
    expect([answer.status, answer.body['__type']]).toEqual([400, 'RequestEntityTooLargeException']);
    const long = await pool.call('SignUp', { Username: `${'x'.repeat(200)}@example.com`, Password: PASSWORD });
    expect(long).toMatchObject({ __type: 'InvalidParameterException' });
  });

  test('a client that is none of the pool is refused, by every operation that takes one', async () => {
    const input = {
      ClientId: 'other',
      Username: 'x',
      Password: 'x',
      ConfirmationCode: 'x',
      Token: 'x',
      RefreshToken: 'x',
    };
    const rest = { AuthFlow: 'USER_SRP_AUTH', AuthParameters: {}, ChallengeName: 'SMS_MFA', Session: 'x'.repeat(30) };
    for (const operation of [
      'SignUp',
      'ConfirmSignUp',
      'ResendConfirmationCode',
      'InitiateAuth',
      'RespondToAuthChallenge',
      'ForgotPassword',
      'ConfirmForgotPassword',
      'RevokeToken',
      'GetTokensFromRefreshToken',
    ]) {
      expect(await pool.call(operation, { ...input, ...rest }), operation).toMatchObject({
        __type: 'ResourceNotFoundException',
      });
    }
  });

  test('the ids have the form that clients parse', () => {
    const { userPoolId, clientId, identityPoolId, issuer } = pool.service.pool;
    expect(userPoolId).toMatch(/^us-east-1_[A-Za-z\d]{9}$/);
    expect(clientId).toMatch(/^[a-z\d]{26}$/);
    expect(identityPoolId).toMatch(/^us-east-1:[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(issuer).toBe(`${pool.origin}/identity/${userPoolId}`);
  });

  test('tokens are verified by the keys that are published, which have no private part', async () => {
    const { email, password } = await pool.newPerson();
    const { AuthenticationResult } = await pool.call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    });
    const { IdToken } = AuthenticationResult as unknown as { IdToken: string };
    const { issuer, clientId } = pool.service.pool;
    const keys = `${issuer}/.well-known/jwks.json`;
    const { payload } = await jwtVerify(IdToken, createRemoteJWKSet(new URL(keys)), { issuer, audience: clientId });
    expect(payload['email']).toBe(email);
    const published = (await (await fetch(keys)).json()) as { keys: object[] };
    expect(Object.keys(published.keys[0] ?? {}).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  test('secrets are sealed in the database', async () => {
    const rows = await pool.store.query<{ name: string; value: string }>(
      `select * from secrets where name like 'identity%'`,
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(['identity-pool', 'identity-signing-key']);
    expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY');
    expect(JSON.stringify(rows)).not.toContain(pool.service.pool.admin.secretAccessKey);
  });

  test('paths that are none are not found, and a bug is an answer that tells nothing', async () => {
    for (const path of ['identity/nothing', 'identity/constructor', 'identity/__proto__']) {
      expect((await fetch(`${pool.origin}/${path}`)).status, path).toBe(404);
    }
    await pool.store.query('alter table identity_users rename to hidden');
    const answer = await pool.send(
      'ForgotPassword',
      JSON.stringify({ ClientId: pool.service.pool.clientId, Username: 'x' }),
    );
    await pool.store.query('alter table hidden rename to identity_users');
    expect([answer.status, answer.body['message']]).toEqual([500, 'Something went wrong']);
    expect(pool.logged.at(-1)).toContain('identity_users');
  });
});
