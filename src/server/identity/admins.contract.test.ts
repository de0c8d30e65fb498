import {
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  GetUserCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { served } from '#/server/store/fixtures/contract-places.ts';
import type { Store } from '#/server/store/store.ts';
import { type AdminClient, createAdminClient } from './admin-client.ts';
import { createAdmins } from './admins.ts';
import { createPerson, PASSWORD, signIn } from './embedded/fixtures/sdk-clients.ts';
import { type StartedIdentity, startIdentity } from './embedded/fixtures/start-identity.ts';
import { createUserDirectory } from './user-directory.ts';

let stores: Awaited<ReturnType<typeof served.start>>;
let store: Store;
let identity: StartedIdentity;
let adminClient: AdminClient;

beforeAll(async () => {
  stores = await served.start();
  store = await (await stores.createPlace()).open();
  identity = await startIdentity(store, { authFlows: ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH'] });
  const { pool, fetch } = identity.service;
  adminClient = createAdminClient({
    kind: 'embedded',
    userPoolId: pool.userPoolId,
    // Nobody is there: what is sent must reach the service without a network.
    endpoint: 'http://site.invalid/identity/',
    key: pool.admin,
    fetch,
  });
});
afterAll(async () => {
  await identity.close();
  await store.close();
  await stores.close();
});

test('before there is one, there is no administrator', async () => {
  expect(await createAdmins(adminClient).list()).toEqual([]);
});

test('a new administrator has a temporary password, and their tokens say what they are', async () => {
  const admins = createAdmins(adminClient);
  expect(await admins.add('first@example.com', 'Temporary-1')).toBe('made');
  expect(await admins.list()).toEqual(['first@example.com']);
  expect(await identity.outboxOf('first@example.com')).toEqual([]);
  const { client, userPoolId: UserPoolId } = adminClient;
  const user = await client.send(new AdminGetUserCommand({ UserPoolId, Username: 'first@example.com' }));
  expect(user).toMatchObject({ UserStatus: 'FORCE_CHANGE_PASSWORD' });
  const chosen = { UserPoolId, Username: 'first@example.com', Password: PASSWORD, Permanent: true };
  await client.send(new AdminSetUserPasswordCommand(chosen));
  const { AuthenticationResult } = await signIn(identity, 'first@example.com');
  expect(decodeJwt(AuthenticationResult?.IdToken ?? '')).toMatchObject({
    'cognito:groups': ['admins'],
    email_verified: true,
  });
});

test('somebody who has an account keeps their password', async () => {
  const { email } = await createPerson(identity, { isReady: true });
  expect(await createAdmins(adminClient).add(email, 'Temporary-1')).toBe('known');
  expect((await signIn(identity, email)).AuthenticationResult).toBeDefined();
  expect(await createAdmins(adminClient).add(email, 'Temporary-1')).toBe('known');
  expect(await createAdmins(adminClient).list()).toContain(email);
});

test('whoever signed up with an address without confirming it is no administrator by it, whoever makes them one', async () => {
  const ClientId = identity.service.pool.clientId;
  const Username = 'squatted@example.com';
  await adminClient.client.send(new SignUpCommand({ ClientId, Username, Password: PASSWORD }));
  const { email: unverified } = await createPerson(identity, { isReady: true, UserAttributes: [] });
  const directory = createUserDirectory(adminClient);
  for (const email of [Username, unverified]) {
    expect(await directory.promote(email)).toBe(false);
    const byName = await directory.find(email);
    expect(await directory.promote(byName?.username ?? '')).toBe(false);
    expect(await createAdmins(adminClient).add(email, 'Temporary-1')).toBe('unconfirmed');
    expect(await createAdmins(adminClient).list()).not.toContain(email);
  }
});

test('who is removed keeps the account and signs in anew, as anybody', async () => {
  const admins = createAdmins(adminClient);
  const { email } = await createPerson(identity, { isReady: true });
  await admins.add(email, 'Temporary-1');
  const { AuthenticationResult: before } = await signIn(identity, email);
  await admins.remove(email);
  expect(await admins.list()).not.toContain(email);
  const calling = adminClient.client.send(new GetUserCommand({ AccessToken: before?.AccessToken }));
  await expect(calling).rejects.toMatchObject({ message: 'Access Token has been revoked' });
  const { AuthenticationResult } = await signIn(identity, email);
  expect(decodeJwt(AuthenticationResult?.IdToken ?? '')['cognito:groups']).toBeUndefined();
});

test('nobody is removed who does not exist, or added who has no address', async () => {
  const admins = createAdmins(adminClient);
  await expect(admins.remove('nobody@example.com')).rejects.toMatchObject({ name: 'UserNotFoundException' });
  await expect(admins.add('nobody', 'Temporary-1')).rejects.toMatchObject({ name: 'InvalidParameterException' });
});
