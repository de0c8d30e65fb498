import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  ChangePasswordCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
  RespondToAuthChallengeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { served } from '#/server/store/fixtures/contract-places.ts';
import type { Store } from '#/server/store/store.ts';
import { adminClient, createPerson, PASSWORD, signIn } from '../fixtures/sdk-clients.ts';
import { type StartedIdentity, startIdentity } from '../fixtures/start-identity.ts';

let stores: Awaited<ReturnType<typeof served.start>>;
let store: Store;
let identity: StartedIdentity;

beforeAll(async () => {
  stores = await served.start();
  store = await (await stores.createPlace()).open();
  identity = await startIdentity(store, { authFlows: ['USER_PASSWORD_AUTH'] });
});
afterAll(async () => {
  await identity.close();
  await store.close();
  await stores.close();
});

const ids = () => {
  const { userPoolId: UserPoolId, clientId: ClientId } = identity.service.pool;
  return { UserPoolId, ClientId };
};

/** Each way in which a password is set: what it takes beforehand, and the call. */
const WAYS: Record<string, (password: string) => Promise<unknown>> = {
  SignUp: async (Password) =>
    adminClient(identity).send(new SignUpCommand({ ...ids(), Username: 'new@example.com', Password })),
  ConfirmForgotPassword: async (Password) => {
    const { email: Username } = await createPerson(identity, { isReady: true });
    await adminClient(identity).send(new ForgotPasswordCommand({ ...ids(), Username }));
    // It comes after the answer, which is the same for an address that nobody has.
    const { code } = await vi.waitUntil(async () => (await identity.outboxOf(Username))[0], { timeout: 60_000 });
    const answer = { ...ids(), Username, ConfirmationCode: code, Password };
    return adminClient(identity).send(new ConfirmForgotPasswordCommand(answer));
  },
  ChangePassword: async (ProposedPassword) => {
    const { email } = await createPerson(identity, { isReady: true });
    const { AuthenticationResult: tokens } = await signIn(identity, email);
    const change = { AccessToken: tokens?.AccessToken, PreviousPassword: PASSWORD, ProposedPassword };
    return adminClient(identity).send(new ChangePasswordCommand(change));
  },
  'RespondToAuthChallenge (NEW_PASSWORD_REQUIRED)': async (NEW_PASSWORD) => {
    const { email } = await createPerson(identity);
    const { Session } = await signIn(identity, email, 'Temporary-1');
    const ChallengeResponses = { USERNAME: email, NEW_PASSWORD };
    const answer = { ...ids(), ChallengeName: 'NEW_PASSWORD_REQUIRED' as const, Session, ChallengeResponses };
    return adminClient(identity).send(new RespondToAuthChallengeCommand(answer));
  },
  AdminCreateUser: async (TemporaryPassword) =>
    adminClient(identity).send(
      new AdminCreateUserCommand({ ...ids(), Username: 'made@example.com', TemporaryPassword }),
    ),
  AdminSetUserPassword: async (Password) => {
    const { email: Username } = await createPerson(identity);
    return adminClient(identity).send(
      new AdminSetUserPasswordCommand({ ...ids(), Username, Password, Permanent: true }),
    );
  },
};

describe.each(Object.entries(WAYS))('%s', (_, set) => {
  // They fit the policy: eight signs with small and capital letters and a digit.
  test.each(['Password1', 'Passw0rd1', 'Qwerty123', 'Iloveyou1'])(
    'refuses %s, which is guessed first',
    async (password) => {
      await expect(set(password)).rejects.toMatchObject({
        name: 'InvalidPasswordException',
        message: 'Password did not conform with policy: Password is commonly used',
      });
    },
  );

  // Everybody in these tests has an address at example.com.
  test.each(['Clipferry-2026', 'Example.Video-1'])(
    'refuses %s, which is made of what the site and the person are called',
    async (password) => {
      await expect(set(password)).rejects.toMatchObject({
        name: 'InvalidPasswordException',
        message: 'Password did not conform with policy: Password is commonly used',
      });
    },
  );

  test('takes one that is not', async () => {
    await set('Correct-horse-battery-9');
  });
});
