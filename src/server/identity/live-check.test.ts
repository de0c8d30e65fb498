import { expect, test } from 'vitest';
import { createLiveCheck } from './live-check.ts';

const SUB = '6f8a7a52-2f0e-4d6e-9f57-0d5c3f1f0c11';

/** A pool with one user, whose access token is `good`. */
async function pool(request: Request): Promise<Response> {
  const isGetUser = request.headers.get('x-amz-target') === 'AWSCognitoIdentityProviderService.GetUser';
  const { AccessToken: token } = (await request.json()) as { AccessToken?: string };
  if (!isGetUser || token !== 'good') {
    return Response.json(
      { __type: 'NotAuthorizedException', message: 'Access Token has been revoked' },
      { status: 400 },
    );
  }
  return Response.json({ Username: SUB, UserAttributes: [{ Name: 'email' }, { Name: 'sub', Value: SUB }] });
}

test.each([
  ['a token of this user', 'good', SUB, true],
  ['a token that was revoked', 'bad', SUB, false],
  ['a token of somebody else', 'good', 'other', false],
])('%s', async (_, token, userId, expected) => {
  expect(await createLiveCheck({ endpoint: 'http://embedded/identity', fetch: pool })(token, userId)).toBe(expected);
});

test('nobody is live where the service cannot be reached, or says nothing of use', async () => {
  expect(await createLiveCheck({ endpoint: 'http://127.0.0.1:1/' })('good', SUB)).toBe(false);
  const fetch = async () => new Response('<html>');
  expect(await createLiveCheck({ endpoint: 'http://embedded/', fetch })('good', SUB)).toBe(false);
});
