import {
  AdminAddUserToGroupCommand,
  AdminConfirmSignUpCommand,
  AdminCreateUserCommand,
  AdminDeleteUserAttributesCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminForgetDeviceCommand,
  AdminGetUserCommand,
  AdminListDevicesCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminResetUserPasswordCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  ConfirmForgotPasswordCommand,
  CreateGroupCommand,
  DeleteGroupCommand,
  DescribeUserPoolCommand,
  GetGroupCommand,
  GetTokensFromRefreshTokenCommand,
  ListGroupsCommand,
  ListUserPoolsCommand,
  ListUsersCommand,
  ListUsersInGroupCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { Amplify } from 'aws-amplify';
import { confirmSignIn, fetchAuthSession, signIn as amplifySignIn, signOut } from 'aws-amplify/auth';
import { ConsoleLogger } from 'aws-amplify/utils';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { served } from '#/server/store/fixtures/contract-places.ts';
import type { Store } from '#/server/store/store.ts';
import { adminClient, createPerson, PASSWORD, signIn } from '../fixtures/sdk-clients.ts';
import { type StartedIdentity, startIdentity } from '../fixtures/start-identity.ts';

let stores: Awaited<ReturnType<typeof served.start>>;
let store: Store;
let identity: StartedIdentity;
let admin: ReturnType<typeof adminClient>;
let UserPoolId: string;

beforeAll(async () => {
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  stores = await served.start();
  store = await (await stores.createPlace()).open();
  identity = await startIdentity(store, { authFlows: ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH'] });
  admin = adminClient(identity);
  ({ userPoolId: UserPoolId } = identity.service.pool);
});
afterAll(async () => {
  await identity.close();
  await store.close();
  await stores.close();
});

const attributesOf = async (Username: string) => {
  const { UserAttributes } = await admin.send(new AdminGetUserCommand({ UserPoolId, Username }));
  return Object.fromEntries((UserAttributes ?? []).map(({ Name, Value }) => [Name, Value]));
};
const refresh = (RefreshToken: string | undefined) =>
  admin.send(new GetTokensFromRefreshTokenCommand({ ClientId: identity.service.pool.clientId, RefreshToken }));

describe('who may call', () => {
  test('nobody who does not sign', async () => {
    const response = await fetch(identity.endpoint, {
      method: 'POST',
      headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.AdminGetUser' },
      body: '{}',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ __type: 'MissingAuthenticationTokenException' });
  });

  test.each([
    ['an unknown key', { accessKeyId: 'AKIASOMEONE' }, 'UnrecognizedClientException'],
    ['a guessed secret', { secretAccessKey: 'guessed' }, 'InvalidSignatureException'],
  ])('nobody with %s', async (_, changes, name) => {
    const other = adminClient(identity, { ...identity.service.pool.admin, ...changes });
    await expect(other.send(new ListUsersCommand({ UserPoolId }))).rejects.toMatchObject({ name });
  });

  test('nobody who changed the body on its way', async () => {
    const { email } = await createPerson(identity);
    const client = adminClient(identity);
    client.middlewareStack.add(
      (next) => (args) => {
        const request = args.request as { body: string; headers: Record<string, string> };
        request.body = JSON.stringify({ UserPoolId, Username: email });
        request.headers['content-length'] = String(request.body.length);
        return next(args);
      },
      { step: 'finalizeRequest', priority: 'low', name: 'tamper' },
    );
    const deleting = client.send(new AdminDeleteUserCommand({ UserPoolId, Username: 'nobody@example.com' }));
    await expect(deleting).rejects.toMatchObject({ name: 'InvalidSignatureException' });
    expect(await attributesOf(email)).toMatchObject({ email });
  });

  test('nobody whose signature is older than five minutes', async () => {
    const old = adminClient(identity);
    old.config.systemClockOffset = -6 * 60_000;
    await expect(old.send(new ListUsersCommand({ UserPoolId }))).rejects.toMatchObject({
      name: 'InvalidSignatureException',
      message: expect.stringMatching(/^Signature expired/),
    });
  });

  test('for another pool, nobody', async () => {
    const elsewhere = admin.send(new ListUsersCommand({ UserPoolId: 'us-east-1_Elsewhere' }));
    await expect(elsewhere).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  test('an operation that there is not is refused once, not tried again', async () => {
    await expect(admin.send(new ListUserPoolsCommand({ MaxResults: 1 }))).rejects.toMatchObject({
      name: 'UnknownOperationException',
      $metadata: { attempts: 1, httpStatusCode: 400 },
    });
  });
});

describe('a user whom an administrator made', () => {
  test('is invited in their language, and chooses a password of their own at the first sign-in', async () => {
    const email = 'invited@example.com';
    await admin.send(
      new AdminCreateUserCommand({
        UserPoolId,
        Username: email,
        UserAttributes: [
          { Name: 'email_verified', Value: 'true' },
          { Name: 'locale', Value: 'ro' },
        ],
        DesiredDeliveryMediums: ['EMAIL'],
      }),
    );
    const [invitation] = await identity.outboxOf(email);
    expect(invitation).toMatchObject({ purpose: 'invitation', subject: 'Contul tău Clipferry' });
    expect(invitation?.text).toContain(email);
    const { userPoolId, clientId: userPoolClientId } = identity.service.pool;
    Amplify.configure({ Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint: identity.endpoint } } });
    const first = await amplifySignIn({ username: email, password: invitation?.code ?? '' });
    expect(first.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED');
    expect((await confirmSignIn({ challengeResponse: PASSWORD })).isSignedIn).toBe(true);
    expect((await fetchAuthSession()).tokens?.idToken?.payload).toMatchObject({ email, email_verified: true });
    await signOut();
  });

  test('is told nothing when that is suppressed, and again when asked to', async () => {
    const { email } = await createPerson(identity);
    expect(await identity.outboxOf(email)).toEqual([]);
    await admin.send(new AdminCreateUserCommand({ UserPoolId, Username: email, MessageAction: 'RESEND' }));
    const [invitation] = await identity.outboxOf(email);
    expect((await signIn(identity, email, invitation?.code)).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    await expect(signIn(identity, email, 'Temporary-1')).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });

  test('has a week for the first sign-in', async () => {
    const late = await startIdentity(store, { authFlows: ['USER_PASSWORD_AUTH'] });
    const { email } = await createPerson(late);
    late.wait(7 * 86_400 - 60);
    expect((await signIn(late, email, 'Temporary-1')).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    late.wait(120);
    await expect(signIn(late, email, 'Temporary-1')).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Temporary password has expired and must be reset by an administrator.',
    });
    await late.close();
  });

  test('is not invited again once they have come', async () => {
    const { email } = await createPerson(identity, { isReady: true });
    const again = admin.send(new AdminCreateUserCommand({ UserPoolId, Username: email, MessageAction: 'RESEND' }));
    await expect(again).rejects.toMatchObject({ name: 'UnsupportedUserStateException' });
  });

  test.each([
    ['a weak password', { TemporaryPassword: 'short' }, 'InvalidPasswordException'],
    ['a name that is no address', { Username: 'somebody' }, 'InvalidParameterException'],
    [
      'an attribute that nobody knows',
      { UserAttributes: [{ Name: 'shoe', Value: '42' }] },
      'InvalidParameterException',
    ],
    ['a sub of their choice', { UserAttributes: [{ Name: 'sub', Value: 'x' }] }, 'NotAuthorizedException'],
    [
      'a flag that is neither',
      { UserAttributes: [{ Name: 'email_verified', Value: '1' }] },
      'InvalidParameterException',
    ],
  ])('is not made with %s', async (_, changes, name) => {
    await expect(createPerson(identity, changes)).rejects.toMatchObject({ name });
  });

  test('is not made twice, in capitals or not', async () => {
    const { email } = await createPerson(identity);
    await expect(createPerson(identity, { Username: email.toUpperCase() })).rejects.toMatchObject({
      name: 'UsernameExistsException',
    });
  });
});

describe('one user', () => {
  test('is described, found by address and by sub', async () => {
    const { email, sub } = await createPerson(identity);
    for (const Username of [email, sub]) {
      expect(await admin.send(new AdminGetUserCommand({ UserPoolId, Username }))).toMatchObject({
        Username: sub,
        UserStatus: 'FORCE_CHANGE_PASSWORD',
        Enabled: true,
        UserCreateDate: expect.any(Date),
        UserAttributes: expect.arrayContaining([{ Name: 'email', Value: email }]),
      });
    }
  });

  test('who does not exist is not found by any operation', async () => {
    const nobody = { UserPoolId, Username: 'nobody@example.com' };
    for (const command of [
      new AdminGetUserCommand(nobody),
      new AdminDeleteUserCommand(nobody),
      new AdminDisableUserCommand(nobody),
      new AdminUserGlobalSignOutCommand(nobody),
      new AdminSetUserPasswordCommand({ ...nobody, Password: PASSWORD }),
      new AdminListGroupsForUserCommand(nobody),
    ]) {
      await expect(admin.send(command as AdminGetUserCommand)).rejects.toMatchObject({ name: 'UserNotFoundException' });
    }
  });

  test('who is disabled is out at once, and signs in anew when enabled', async () => {
    const { email } = await createPerson(identity, { isReady: true });
    const { AuthenticationResult: tokens } = await signIn(identity, email);
    await admin.send(new AdminDisableUserCommand({ UserPoolId, Username: email }));
    await expect(refresh(tokens?.RefreshToken)).rejects.toMatchObject({ message: 'User is disabled.' });
    await expect(signIn(identity, email)).rejects.toMatchObject({ message: 'User is disabled.' });
    await admin.send(new AdminEnableUserCommand({ UserPoolId, Username: email }));
    await expect(refresh(tokens?.RefreshToken)).rejects.toMatchObject({ message: 'Refresh Token has been revoked' });
    expect((await signIn(identity, email)).AuthenticationResult).toBeDefined();
  });

  test('who is signed out everywhere is', async () => {
    const { email } = await createPerson(identity, { isReady: true });
    const sessions = [await signIn(identity, email), await signIn(identity, email)];
    await admin.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username: email }));
    for (const { AuthenticationResult } of sessions) {
      await expect(refresh(AuthenticationResult?.RefreshToken)).rejects.toMatchObject({
        message: 'Refresh Token has been revoked',
      });
    }
  });

  test('who is deleted does not exist, nor do their sessions', async () => {
    const { email } = await createPerson(identity, { isReady: true });
    const { AuthenticationResult: tokens } = await signIn(identity, email);
    await admin.send(new AdminDeleteUserCommand({ UserPoolId, Username: email }));
    await expect(refresh(tokens?.RefreshToken)).rejects.toMatchObject({ message: 'User does not exist.' });
  });

  test('who signed up is confirmed without a code, once', async () => {
    const email = 'confirmed@example.com';
    await admin.send(
      new SignUpCommand({ ClientId: identity.service.pool.clientId, Username: email, Password: PASSWORD }),
    );
    await admin.send(new AdminConfirmSignUpCommand({ UserPoolId, Username: email }));
    expect((await signIn(identity, email)).AuthenticationResult).toBeDefined();
    const again = admin.send(new AdminConfirmSignUpCommand({ UserPoolId, Username: email }));
    await expect(again).rejects.toMatchObject({ message: 'User cannot be confirmed. Current status is CONFIRMED' });
  });
});

describe('passwords', () => {
  test('one that is not permanent is to be replaced', async () => {
    const { email } = await createPerson(identity, { isReady: true });
    await admin.send(new AdminSetUserPasswordCommand({ UserPoolId, Username: email, Password: 'Another-1' }));
    expect((await signIn(identity, email, 'Another-1')).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
  });

  test('a weak one is not set', async () => {
    const { email } = await createPerson(identity);
    const setting = admin.send(new AdminSetUserPasswordCommand({ UserPoolId, Username: email, Password: 'weak' }));
    await expect(setting).rejects.toMatchObject({ name: 'InvalidPasswordException' });
  });

  test('one that is reset is chosen anew by a code, and ends sessions', async () => {
    const { email } = await createPerson(identity, { isReady: true });
    const { AuthenticationResult: tokens } = await signIn(identity, email);
    await admin.send(new AdminResetUserPasswordCommand({ UserPoolId, Username: email }));
    await expect(signIn(identity, email)).rejects.toMatchObject({ name: 'PasswordResetRequiredException' });
    await expect(refresh(tokens?.RefreshToken)).rejects.toMatchObject({ name: 'PasswordResetRequiredException' });
    const [message] = await identity.outboxOf(email);
    expect(message?.purpose).toBe('reset-password');
    await admin.send(
      new ConfirmForgotPasswordCommand({
        ClientId: identity.service.pool.clientId,
        Username: email,
        ConfirmationCode: message?.code,
        Password: 'Chosen-anew-1',
      }),
    );
    expect((await signIn(identity, email, 'Chosen-anew-1')).AuthenticationResult).toBeDefined();
  });

  test('of a user without a known address is not reset', async () => {
    const { email } = await createPerson(identity, { isReady: true, UserAttributes: [] });
    const resetting = admin.send(new AdminResetUserPasswordCommand({ UserPoolId, Username: email }));
    await expect(resetting).rejects.toMatchObject({ name: 'InvalidParameterException' });
    expect((await signIn(identity, email)).AuthenticationResult).toBeDefined();
  });
});

describe('attributes', () => {
  const change = (Username: string, attributes: Record<string, string>) =>
    admin.send(
      new AdminUpdateUserAttributesCommand({
        UserPoolId,
        Username,
        UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
      }),
    );

  test('are changed beside those that stay', async () => {
    const { email } = await createPerson(identity);
    await change(email, { name: 'Zoë' });
    expect(await attributesOf(email)).toMatchObject({ email, email_verified: 'true', name: 'Zoë' });
  });

  test('an address that is changed is how the user is found from then on, and no longer verified', async () => {
    const { email, sub } = await createPerson(identity);
    await change(email, { email: `new-${email}` });
    expect(await attributesOf(`new-${email}`)).toMatchObject({ sub, email_verified: 'false' });
    await expect(attributesOf(email)).rejects.toMatchObject({ name: 'UserNotFoundException' });
  });

  test('an address of somebody else is not taken', async () => {
    const [one, other] = [await createPerson(identity), await createPerson(identity)];
    await expect(change(one.email, { email: other.email })).rejects.toMatchObject({ name: 'AliasExistsException' });
    expect(await attributesOf(one.email)).toMatchObject({ email: one.email, email_verified: 'true' });
  });

  test('are taken away, but not what the user signs in with', async () => {
    const { email } = await createPerson(identity);
    await change(email, { name: 'Zoë', phone_number: '+12345678900' });
    const remove = (...UserAttributeNames: string[]) =>
      admin.send(new AdminDeleteUserAttributesCommand({ UserPoolId, Username: email, UserAttributeNames }));
    await remove('name', 'phone_number');
    expect(Object.keys(await attributesOf(email)).sort()).toEqual(['email', 'email_verified', 'sub']);
    await expect(remove('email')).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });
});

test('a second factor is set up where there is something to send it to', async () => {
  const { email } = await createPerson(identity, { isReady: true });
  const set = (factor: 'EmailMfaSettings' | 'SMSMfaSettings' | 'SoftwareTokenMfaSettings') =>
    admin.send(
      new AdminSetUserMFAPreferenceCommand({
        UserPoolId,
        Username: email,
        [factor]: { Enabled: true, PreferredMfa: true },
      }),
    );
  await expect(set('SMSMfaSettings')).rejects.toMatchObject({ name: 'InvalidParameterException' });
  await expect(set('SoftwareTokenMfaSettings')).rejects.toMatchObject({ name: 'InvalidParameterException' });
  await set('EmailMfaSettings');
  expect(await admin.send(new AdminGetUserCommand({ UserPoolId, Username: email }))).toMatchObject({
    PreferredMfaSetting: 'EMAIL_OTP',
    UserMFASettingList: ['EMAIL_OTP'],
  });
  expect((await signIn(identity, email)).ChallengeName).toBe('EMAIL_OTP');
});

describe('groups', () => {
  test('are made, listed by pages, and deleted', async () => {
    for (const GroupName of ['b-editors', 'a-readers', 'c-guests']) {
      await admin.send(
        new CreateGroupCommand({ UserPoolId, GroupName, Description: `All ${GroupName}`, Precedence: 1 }),
      );
    }
    const twice = admin.send(new CreateGroupCommand({ UserPoolId, GroupName: 'a-readers' }));
    await expect(twice).rejects.toMatchObject({ name: 'GroupExistsException' });
    const first = await admin.send(new ListGroupsCommand({ UserPoolId, Limit: 2 }));
    const second = await admin.send(new ListGroupsCommand({ UserPoolId, Limit: 2, NextToken: first.NextToken }));
    const names = [first, second].map(({ Groups }) => Groups?.map(({ GroupName }) => GroupName));
    expect(names).toEqual([['a-readers', 'b-editors'], ['c-guests']]);
    expect(second.NextToken).toBeUndefined();
    await admin.send(new DeleteGroupCommand({ UserPoolId, GroupName: 'c-guests' }));
    const getting = admin.send(new GetGroupCommand({ UserPoolId, GroupName: 'c-guests' }));
    await expect(getting).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  test('are in the tokens of whoever is in them', async () => {
    const GroupName = 'admins';
    await admin.send(new CreateGroupCommand({ UserPoolId, GroupName }));
    const { email, sub } = await createPerson(identity, { isReady: true });
    const member = { UserPoolId, GroupName, Username: email };
    await admin.send(new AdminAddUserToGroupCommand(member));
    await admin.send(new AdminAddUserToGroupCommand(member));
    const groupsNow = async () => {
      const { AuthenticationResult } = await signIn(identity, email);
      return decodeJwt(AuthenticationResult?.IdToken ?? '')['cognito:groups'];
    };
    expect(await groupsNow()).toEqual(['admins']);
    const { Users } = await admin.send(new ListUsersInGroupCommand({ UserPoolId, GroupName }));
    expect(Users?.map(({ Username }) => Username)).toEqual([sub]);
    const { Groups } = await admin.send(new AdminListGroupsForUserCommand({ UserPoolId, Username: email }));
    expect(Groups?.map((group) => group.GroupName)).toEqual(['admins']);
    await admin.send(new AdminRemoveUserFromGroupCommand(member));
    expect(await groupsNow()).toBeUndefined();
  });

  test('that there are not have no members', async () => {
    const { email } = await createPerson(identity);
    const adding = admin.send(new AdminAddUserToGroupCommand({ UserPoolId, GroupName: 'nobody', Username: email }));
    await expect(adding).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});

describe('a list of users', () => {
  const list = async (Filter: string) => {
    const { Users } = await admin.send(new ListUsersCommand({ UserPoolId, Filter, AttributesToGet: ['email'] }));
    return Users?.flatMap(({ Attributes }) => Attributes?.map(({ Value }) => Value));
  };

  test('goes page by page, each user once', async () => {
    const names: (string | undefined)[] = [];
    let PaginationToken: string | undefined;
    do {
      const page = await admin.send(new ListUsersCommand({ UserPoolId, Limit: 7, PaginationToken }));
      names.push(...(page.Users ?? []).map(({ Username }) => Username));
      ({ PaginationToken } = page);
    } while (PaginationToken !== undefined);
    const [counted] = await store.query<{ count: number }>('select count(*)::integer as count from identity_users');
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(counted?.count ?? 0);
  });

  test('is searched', async () => {
    const { email, sub } = await createPerson(identity, { Username: 'search%_"me@example.com' });
    expect(await list('email = "search%_\\"me@example.com"')).toEqual([email]);
    expect(await list(`sub = "${sub}"`)).toEqual([email]);
    expect(await list(`username ^= "${sub.slice(0, 18)}"`)).toEqual([email]);
    expect(await list('email ^= "search"')).toEqual([email]);
    expect(await list('email ^= "searchXX"')).toEqual([]);
    expect(await list('cognito:user_status = "FORCE_CHANGE_PASSWORD"')).toContain(email);
    expect(await list('status = "RESET_REQUIRED"')).not.toContain(email);
  });

  test.each(['email', 'email = x', 'shoe = "42"', `email = "a" or true`, `constructor = "a"`])(
    'is not searched by %s',
    async (filter) => {
      await expect(list(filter)).rejects.toMatchObject({ name: 'InvalidParameterException' });
    },
  );

  test('does not go on at a place that somebody made up', async () => {
    const PaginationToken = Buffer.from("x' or true --").toString('base64url');
    const listing = admin.send(new ListUsersCommand({ UserPoolId, PaginationToken }));
    await expect(listing).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });
});

test('devices are listed and forgotten', async () => {
  const { email, sub } = await createPerson(identity);
  await store.query(
    `insert into identity_devices (sub, key, name, salt, verifier, is_remembered, created_at, modified_at, authenticated_at)
     values ($1, 'us-east-1_device', 'Firefox', '00', 'sealed', true, now(), now(), now())`,
    [sub],
  );
  const { Devices } = await admin.send(new AdminListDevicesCommand({ UserPoolId, Username: email }));
  expect(Devices).toMatchObject([
    { DeviceKey: 'us-east-1_device', DeviceAttributes: [{ Name: 'device_name', Value: 'Firefox' }] },
  ]);
  const forget = { UserPoolId, Username: email, DeviceKey: 'us-east-1_device' };
  await admin.send(new AdminForgetDeviceCommand(forget));
  await expect(admin.send(new AdminForgetDeviceCommand(forget))).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});

test('the pool is described', async () => {
  const { UserPool } = await admin.send(new DescribeUserPoolCommand({ UserPoolId }));
  expect(UserPool).toMatchObject({
    Id: UserPoolId,
    MfaConfiguration: 'OPTIONAL',
    Policies: { PasswordPolicy: { MinimumLength: 8, RequireSymbols: false } },
  });
});
