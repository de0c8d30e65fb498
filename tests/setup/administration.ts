import {
  AdminAddUserToGroupCommand,
  CreateGroupCommand,
  GroupExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { createLocalJWKSet } from 'jose';
import type { AdminIdentity } from '#/server/api/admin/ports.ts';
import { createAdminClient } from '#/server/identity/admin-client.ts';
import { adminClient, createPerson, signIn } from '#/server/identity/embedded/fixtures/sdk-clients.ts';
import { startIdentity } from '#/server/identity/embedded/fixtures/start-identity.ts';
import { createIdTokenVerifier } from '#/server/identity/id-token.ts';
import { createLiveCheck } from '#/server/identity/live-check.ts';
import { createUserDirectory } from '#/server/identity/user-directory.ts';
import type { Store } from '#/server/store/store.ts';

/** Somebody with an account, and what calls of theirs bring. */
export type SignedIn = { email: string; sub: string; headers: Record<string, string>; idToken: string };

/** The identity service for tests of the admin API, and people in it. */
export type Administration = {
  admins: AdminIdentity;
  /** Signs somebody new in, into groups. */
  person: (...groups: string[]) => Promise<SignedIn>;
  /** Signs somebody in again. */
  again: (person: Pick<SignedIn, 'email' | 'sub'>) => Promise<SignedIn>;
  /** Lets time pass for whoever checks tokens. */
  wait: (seconds: number) => void;
  close: () => Promise<void>;
};

export async function startAdministration(store: Store): Promise<Administration> {
  const started = await startIdentity(store, { authFlows: ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH'] });
  const { issuer, clientId, userPoolId, admin: key } = started.service.pool;
  const { fetch, jwks } = started.service;
  let offsetMs = 0;
  const now = () => Date.now() + offsetMs;
  const client = createAdminClient({ kind: 'embedded', userPoolId, endpoint: started.endpoint, key, fetch });
  const sdk = adminClient(started);

  async function again({ email, sub }: Pick<SignedIn, 'email' | 'sub'>): Promise<SignedIn> {
    const { AuthenticationResult: tokens } = await signIn(started, email);
    const idToken = tokens?.IdToken ?? '';
    const headers = { authorization: `Bearer ${idToken}`, 'x-access-token': tokens?.AccessToken ?? '' };
    return { email, sub, idToken, headers };
  }

  return {
    admins: {
      identity: {
        ...createIdTokenVerifier({ issuer, audience: clientId, jwks: createLocalJWKSet(jwks), now }),
        isLive: createLiveCheck({ endpoint: started.endpoint, fetch }),
      },
      users: async () => createUserDirectory(client),
    },
    async person(...groups) {
      const person = await createPerson(started, { isReady: true });
      for (const GroupName of groups) {
        const group = { UserPoolId: userPoolId, GroupName };
        await sdk.send(new CreateGroupCommand(group)).catch((error: unknown) => {
          if (!(error instanceof GroupExistsException)) throw error;
        });
        await sdk.send(new AdminAddUserToGroupCommand({ ...group, Username: person.email }));
      }
      return again(person);
    },
    again,
    wait: (seconds) => void (offsetMs += seconds * 1000),
    close: started.close,
  };
}
