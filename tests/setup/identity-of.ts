import { readSettings } from '#/server/env.ts';
import { openIdentity } from '#/server/open-identity.ts';
import { sharedSecret } from '#/server/store/tables/secrets.ts';
import { openStore } from '#/server/store/store.ts';
import { copyDatabase } from './embedded-template.ts';

/** What nobody is told who only visits a site with embedded accounts. */
export type IdentityFacts = {
  userPoolId: string;
  clientId: string;
  identityPoolId: string | null;
  /** Signs admin calls. */
  adminKey: { accessKeyId: string; secretAccessKey: string };
};

/** Makes the accounts of a data folder, as the first start of a site does, and tells about them. To be called before the site runs. */
export async function identityOf(dataDir: string): Promise<IdentityFacts> {
  const log = () => {};
  await copyDatabase(dataDir);
  const store = await openStore({ folder: dataDir, log });
  const secret = await sharedSecret(store, 'signing');
  const identity = await openIdentity(readSettings({}), { store, secret, log });
  const pool = identity.accountSettings()?.pool;
  const admin = await identity.adminClient();
  if (!pool || !admin) throw new Error('There are no embedded accounts.');
  const { accessKeyId, secretAccessKey } = await admin.client.config.credentials();
  await identity.close();
  await store.close();
  return {
    userPoolId: pool.userPoolId,
    clientId: pool.userPoolClientId,
    identityPoolId: pool.identityPoolId,
    adminKey: { accessKeyId, secretAccessKey },
  };
}
