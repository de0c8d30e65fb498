import {
  AdminAddUserToGroupCommand,
  CreateGroupCommand,
  GroupExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { createLocalJWKSet } from 'jose';
import type { AdminIdentity } from '#/server/http/admin/ports.ts';
import { type AdminClient, createAdminClient } from '#/server/identity/admin-client.ts';
import { adminClient, createPerson, signIn } from '#/server/identity/embedded/fixtures/sdk-clients.ts';
import { startIdentity } from '#/server/identity/embedded/fixtures/start-identity.ts';
import { createIdTokenVerifier } from '#/server/identity/id-token.ts';
import { createIdentity } from '#/server/identity/identity.ts';
import { createUserDirectory } from '#/server/identity/user-directory.ts';
import type { Store } from '#/server/store/store.ts';

/** Somebody with an account, and what calls of theirs bring. */
export type SignedIn = {
  email: string;
  sub: string;
  headers: Record<string, string>;
  idToken: string;
  accessToken: string;
};

/** The identity service for tests of the admin API, and people in it. */
export type Administration = {
  /** As whoever has the user pool's own console: the site hears nothing of what is done by it. */
  client: AdminClient;
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
    const headers = { authorization: `Bearer ${idToken}` };
    return { email, sub, idToken, accessToken: tokens?.AccessToken ?? '', headers };
  }

  const identity = createIdentity({
    verifier: createIdTokenVerifier({ issuer, audience: clientId, jwks: createLocalJWKSet(jwks), now }),
    source: started.service.live,
    store,
    knownMs: 10_000,
    log: () => {},
    now,
  });

  return {
    client,
    admins: {
      identity,
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
    async close() {
      identity.close();
      await started.close();
    },
  };
}
