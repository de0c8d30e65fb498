import { AdminGetUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, test } from 'vitest';
import { type AdminKey, createSignatureCheck } from './signature.ts';

const key: AdminKey = { accessKeyId: 'AKIDCLIPFERRY', secretAccessKey: 'a secret of this installation' };
const check = createSignatureCheck(key, () => Date.now());

type Signed = { request: Request; body: Uint8Array };

/** What the SDK hands to whoever sends its requests. */
type Outgoing = {
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  method: string;
  headers: Record<string, string>;
  body: Uint8Array;
};

/** What the unchanged SDK would send, caught on its way out. */
async function signedBySdk(given: Partial<AdminKey & { clockOffsetMs: number; endpoint: string }> = {}) {
  const { clockOffsetMs = 0, endpoint = 'http://127.0.0.1:3000/identity/', ...other } = given;
  const caught = Promise.withResolvers<Signed>();
  const client = new CognitoIdentityProviderClient({
    region: 'us-east-1',
    endpoint,
    credentials: { ...key, ...other },
    systemClockOffset: clockOffsetMs,
    maxAttempts: 1,
    requestHandler: {
      handle({ protocol, hostname, port, path, method, headers, body }: Outgoing) {
        const url = `${protocol}//${hostname}${port ? `:${port}` : ''}${path}`;
        caught.resolve({ request: new Request(url, { method, headers }), body: Uint8Array.from(body) });
        return Promise.reject(new Error('caught'));
      },
    },
  });
  const sending = client.send(new AdminGetUserCommand({ UserPoolId: 'us-east-1_AbCdEfGhI', Username: 'zoë' }));
  await Promise.all([expect(sending).rejects.toThrow('caught'), caught.promise]);
  return caught.promise;
}

function withHeaders({ request, body }: Signed, changes: Record<string, string | null>): Signed {
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  return { request: new Request(request.url, { method: 'POST', headers }), body };
}

describe('a request of the unchanged AWS SDK', () => {
  test.each(['http://127.0.0.1:3000/identity/', 'https://site.example/identity/', 'http://[::1]:3000/a%20b/(c)/'])(
    'signed for %s counts',
    async (endpoint) => {
      const { request, body } = await signedBySdk({ endpoint });
      expect(check(request, body)).toBeNull();
    },
  );

  test('with a changed body does not', async () => {
    const { request, body } = await signedBySdk();
    expect(check(request, Buffer.from(Buffer.from(body).toString().replace('zoë', 'eve')))).toMatchObject({
      name: 'InvalidSignatureException',
      message: expect.stringContaining('does not match'),
    });
  });

  test('sent to another path or with a query does not', async () => {
    const { request, body } = await signedBySdk();
    for (const url of ['http://127.0.0.1:3000/other/', `${request.url}?a=b`]) {
      expect(check(new Request(url, request), body)).toMatchObject({ name: 'InvalidSignatureException' });
    }
  });

  test.each([
    ['x-amz-target', 'AWSCognitoIdentityProviderService.AdminDeleteUser'],
    ['host', 'other.example'],
    ['x-amz-date', '20200101T000000Z'],
  ])('with a changed %s does not', async (name, value) => {
    const changed = withHeaders(await signedBySdk(), { [name]: value });
    expect(check(changed.request, changed.body)).toMatchObject({ name: 'InvalidSignatureException' });
  });

  test('with a meaningful header that is not signed does not', async () => {
    const changed = withHeaders(await signedBySdk(), { 'x-amz-added': 'later' });
    expect(check(changed.request, changed.body)).toEqual({
      name: 'InvalidSignatureException',
      message: "'x-amz-added' must be a signed header in the request.",
    });
  });

  test('that leaves its target out of the signature does not', async () => {
    const signed = await signedBySdk();
    const authorization = signed.request.headers.get('authorization') ?? '';
    const changed = withHeaders(signed, { authorization: authorization.replace(/;x-amz-target\b/, '') });
    expect(check(changed.request, changed.body)).toMatchObject({
      message: "'x-amz-target' must be a signed header in the request.",
    });
  });
});

describe('the clock of the signer', () => {
  test.each([
    [-4 * 60_000, null],
    [4 * 60_000, null],
    [-6 * 60_000, expect.stringMatching(/^Signature expired/)],
    [6 * 60_000, expect.stringMatching(/^Signature not yet current/)],
  ])('may be off by five minutes: %i ms', async (clockOffsetMs, message) => {
    const { request, body } = await signedBySdk({ clockOffsetMs });
    expect(check(request, body)?.message ?? null).toEqual(message);
  });

  test('must tell a possible time', async () => {
    const signed = await signedBySdk();
    const impossible = withHeaders(signed, {
      'x-amz-date': '20269999T999999Z',
      authorization: (signed.request.headers.get('authorization') ?? '').replace(/\/\d{8}\//, '/20269999/'),
    });
    expect(check(impossible.request, impossible.body)?.message).toMatch(/^Signature expired/);
  });
});

describe('who signed', () => {
  test('with another secret is refused', async () => {
    const { request, body } = await signedBySdk({ secretAccessKey: 'guessed' });
    expect(check(request, body)).toMatchObject({ name: 'InvalidSignatureException' });
  });

  test('with an unknown key id is refused', async () => {
    const { request, body } = await signedBySdk({ accessKeyId: 'AKIDSOMEONE' });
    expect(check(request, body)).toMatchObject({ name: 'UnrecognizedClientException' });
  });

  test('for another service is refused', async () => {
    const signed = await signedBySdk();
    const authorization = (signed.request.headers.get('authorization') ?? '').replace('/cognito-idp/', '/s3/');
    const changed = withHeaders(signed, { authorization });
    expect(check(changed.request, changed.body)?.message).toMatch(/^Credential should be scoped to/);
  });

  test('not at all, is asked to', async () => {
    const changed = withHeaders(await signedBySdk(), { authorization: null });
    expect(check(changed.request, changed.body)).toMatchObject({ name: 'MissingAuthenticationTokenException' });
  });

  test.each(['Bearer abc', 'AWS4-HMAC-SHA256 Credential=a/b', ''])('in another way is refused: %j', async (value) => {
    const changed = withHeaders(await signedBySdk(), { authorization: value });
    expect(check(changed.request, changed.body)).toMatchObject({ name: 'IncompleteSignatureException' });
  });

  test('without a date is refused', async () => {
    const changed = withHeaders(await signedBySdk(), { 'x-amz-date': null });
    expect(check(changed.request, changed.body)).toMatchObject({ name: 'IncompleteSignatureException' });
  });
});
