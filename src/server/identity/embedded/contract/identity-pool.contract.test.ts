import { GetCredentialsForIdentityCommand, GetIdCommand } from '@aws-sdk/client-cognito-identity';
import { AdminDisableUserCommand, GlobalSignOutCommand } from '@aws-sdk/client-cognito-identity-provider';
import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signIn as amplifySignIn, signOut } from 'aws-amplify/auth';
import { ConsoleLogger } from 'aws-amplify/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { served } from '#/server/store/fixtures/contract-places.ts';
import type { Store } from '#/server/store/store.ts';
import { adminClient, createPerson, PASSWORD, poolClient, signIn } from '../fixtures/sdk-clients.ts';
import { type StartedIdentity, startIdentity } from '../fixtures/start-identity.ts';

let stores: Awaited<ReturnType<typeof served.start>>;
let store: Store;
let identity: StartedIdentity;

beforeAll(async () => {
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  stores = await served.start();
  store = await (await stores.createPlace()).open();
  identity = await startIdentity(store, { authFlows: ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH'] });
});
afterAll(async () => {
  await identity.close();
  await store.close();
  await stores.close();
});

type Logins = Record<string, string>;
const getId = (Logins: Logins = {}, IdentityPoolId = identity.service.pool.identityPoolId) =>
  poolClient(identity).send(new GetIdCommand({ IdentityPoolId, Logins }));
const getCredentials = (IdentityId: string | undefined, Logins: Logins = {}) =>
  poolClient(identity).send(new GetCredentialsForIdentityCommand({ IdentityId, Logins }));

async function signedIn() {
  const { email } = await createPerson(identity, { isReady: true });
  const { AuthenticationResult: tokens } = await signIn(identity, email);
  const issuer = identity.service.pool.issuer.replace('http://', '');
  return { email, tokens, issuer, logins: { [issuer]: tokens?.IdToken ?? '' } };
}

describe('a guest', () => {
  test('gets an id and credentials for an hour, and costs no row', async () => {
    const { IdentityId } = await getId();
    const { Credentials } = await getCredentials(IdentityId);
    expect(IdentityId).toMatch(/^us-east-1:[\da-f-]{36}$/);
    expect(Credentials).toMatchObject({
      AccessKeyId: expect.stringMatching(/^ASIA\w{16}$/),
      Expiration: expect.any(Date),
    });
    const validS = ((Credentials?.Expiration?.getTime() ?? 0) - Date.now()) / 1000;
    expect(validS).toBeGreaterThan(3_500);
    expect(validS).toBeLessThanOrEqual(3_600);
    expect((await getId()).IdentityId).not.toBe(IdentityId);
    const again = await getCredentials(IdentityId);
    expect(again.Credentials?.SecretKey).not.toBe(Credentials?.SecretKey);
  });

  test('has no id that was made up, or is a user’s', async () => {
    const { IdentityId: ofUser } = await getId((await signedIn()).logins);
    for (const id of [`us-east-1:${crypto.randomUUID()}`, ofUser, 'x']) {
      await expect(getCredentials(id)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    }
  });

  test('is refused where there are none', async () => {
    const strict = await startIdentity(store, { allowsGuests: false });
    const { identityPoolId: IdentityPoolId } = strict.service.pool;
    const asking = poolClient(strict).send(new GetIdCommand({ IdentityPoolId }));
    await expect(asking).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    const { IdentityId } = await getId();
    const helpingThemselves = poolClient(strict).send(new GetCredentialsForIdentityCommand({ IdentityId }));
    await expect(helpingThemselves).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await strict.close();
  });
});

describe('a user', () => {
  test('always has the same id, and it is nobody else’s', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const { IdentityId } = await getId(one.logins);
    const { AuthenticationResult: later } = await signIn(identity, one.email);
    expect((await getId({ [one.issuer]: later?.IdToken ?? '' })).IdentityId).toBe(IdentityId);
    expect((await getId(other.logins)).IdentityId).not.toBe(IdentityId);
    expect((await getCredentials(IdentityId, one.logins)).Credentials).toBeDefined();
    await expect(getCredentials(IdentityId, other.logins)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });

  test('who was a guest goes on as the user', async () => {
    const { IdentityId: asGuest } = await getId();
    const { logins } = await signedIn();
    const { IdentityId } = await getCredentials(asGuest, logins);
    expect(IdentityId).toBe((await getId(logins)).IdentityId);
  });

  test('is none with a token that is forged, of another kind, of another issuer, or expired', async () => {
    const { tokens, issuer } = await signedIn();
    const [, claims] = (tokens?.IdToken ?? '').split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
    for (const logins of [
      { [issuer]: unsigned },
      { [issuer]: `${tokens?.IdToken?.slice(0, -8)}AAAAAAAA` },
      { [issuer]: tokens?.AccessToken ?? '' },
      { 'accounts.google.com': tokens?.IdToken ?? '' },
    ]) {
      await expect(getId(logins)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    }
    const later = await startIdentity(store, { origin: identity.origin });
    later.wait(3_601);
    const asking = new GetIdCommand({
      IdentityPoolId: later.service.pool.identityPoolId,
      Logins: { [issuer]: tokens?.IdToken ?? '' },
    });
    await expect(poolClient(later).send(asking)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'ID Token has expired',
    });
    await later.close();
  });

  test('is none after signing out everywhere, or once disabled', async () => {
    const [gone, disabled] = [await signedIn(), await signedIn()];
    await adminClient(identity).send(new GlobalSignOutCommand({ AccessToken: gone.tokens?.AccessToken }));
    const { userPoolId: UserPoolId } = identity.service.pool;
    await adminClient(identity).send(new AdminDisableUserCommand({ UserPoolId, Username: disabled.email }));
    for (const { logins } of [gone, disabled]) {
      await expect(getId(logins)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    }
  });
});

test('another pool is not found', async () => {
  const asking = getId({}, `us-east-1:${crypto.randomUUID()}`);
  await expect(asking).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

test('the unmodified Amplify client has guest credentials before, and a user’s after signing in', async () => {
  const { userPoolId, clientId: userPoolClientId, identityPoolId } = identity.service.pool;
  const endpoints = { userPoolEndpoint: identity.endpoint, identityPoolEndpoint: identity.endpoint };
  const pools = { userPoolId, userPoolClientId, identityPoolId, allowGuestAccess: true, ...endpoints };
  Amplify.configure({ Auth: { Cognito: pools } });
  const { email } = await createPerson(identity, { isReady: true });
  const guest = await fetchAuthSession();
  expect(guest.credentials?.accessKeyId).toMatch(/^ASIA/);
  await amplifySignIn({ username: email, password: PASSWORD });
  const user = await fetchAuthSession();
  expect(user.identityId).toBeDefined();
  expect(user.identityId).not.toBe(guest.identityId);
  expect(user.credentials?.accessKeyId).not.toBe(guest.credentials?.accessKeyId);
  await signOut();
});
