import { ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { expect, test } from 'vitest';
import { createAdminClient } from './admin-client.ts';

test('a pool at Amazon is administered in its own region', async () => {
  const { client, userPoolId } = createAdminClient({ kind: 'cognito', userPoolId: 'eu-central-1_AbCdEfGhI' });
  expect(await client.config.region()).toBe('eu-central-1');
  expect(userPoolId).toBe('eu-central-1_AbCdEfGhI');
});

test('the embedded pool hears the call as it would over a network, signed', async () => {
  const heard: Request[] = [];
  const { client, userPoolId: UserPoolId } = createAdminClient({
    kind: 'embedded',
    userPoolId: 'us-east-1_AbCdEfGhI',
    endpoint: 'http://localhost:3000/identity/',
    key: { accessKeyId: 'AKIA', secretAccessKey: 'secret' },
    async fetch(request) {
      heard.push(request);
      return Response.json({ Users: [] });
    },
  });
  expect((await client.send(new ListUsersCommand({ UserPoolId }))).Users).toEqual([]);
  const [request] = heard;
  expect(request?.url).toBe('http://localhost:3000/identity/');
  expect(request?.headers.get('authorization')).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIA\//);
  expect(await request?.json()).toEqual({ UserPoolId });
});
