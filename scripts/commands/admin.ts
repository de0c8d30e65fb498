import { readSettings } from '#/server/env.ts';
import { type AdminClient, createAdminClient } from '#/server/identity/admin-client.ts';
import { type Admins, createAdmins } from '#/server/identity/admins.ts';
import { temporaryPassword } from '#/server/identity/embedded/admin/temporary-password.ts';
import { openIdentity } from '#/server/open-identity.ts';
import { sharedSecret } from '#/server/store/tables/secrets.ts';
import { hasDatabase, lockDatabase, refuseMissingDatabase, withStore } from '../setup/database.ts';
import { orFail } from '../setup/failing.ts';
import { loadSettings } from '../setup/settings.ts';

const USAGE = 'npm run admin -- create <email>, npm run admin -- list, npm run admin -- remove <email>';

const TASKS: Record<string, (admins: Admins, email: string) => Promise<void>> = {
  async create(admins, email) {
    const password = temporaryPassword(readSettings().ACCOUNTS.passwordSettings);
    const outcome = await admins.add(email, password);
    if (outcome === 'unconfirmed') {
      throw new Error(
        `${email} has an account that was never confirmed, perhaps somebody else's. Nothing was changed.`,
      );
    }
    console.log(`${email} is an administrator.`);
    if (outcome === 'made') console.log(`Temporary password, shown only now: ${password}`);
  },
  async list(admins) {
    const names = await admins.list();
    console.log(names.length === 0 ? 'There is no administrator.' : names.join('\n'));
  },
  async remove(admins, email) {
    await admins.remove(email);
    console.log(`${email} is no administrator any more.`);
  },
};

/**
 * Who administers the site, by the group `admins` of its user pool: the embedded one, beside the running site where
 * its database is a PostgreSQL, and otherwise while it is stopped; or one at Amazon, by the credentials that its SDK finds.
 */
await orFail(async () => {
  const [name = '', email = ''] = process.argv.slice(2);
  const task = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined;
  if (!task || (name !== 'list' && !email.includes('@'))) throw new Error(USAGE);
  await withAdminClient((client) => task(createAdmins(client), email), { mayMake: name === 'create' });
});

/** `mayMake`: the first administrator may be there before the site's first start. */
async function withAdminClient(
  work: (client: AdminClient) => Promise<void>,
  { mayMake }: { mayMake: boolean },
): Promise<void> {
  loadSettings();
  const settings = readSettings();
  const { IDENTITY: kind, COGNITO_USER_POOL_ID: userPoolId } = settings;
  if (kind === 'off') throw new Error('There are no accounts here: IDENTITY is off.');
  if (kind === 'cognito' && userPoolId) return work(createAdminClient({ kind, userPoolId }));
  const place = lockDatabase({ beside: true });
  const isMade = !hasDatabase(place);
  if (!mayMake) refuseMissingDatabase(place);
  await withStore(place, async (store) => {
    const secret = settings.DOWNLOAD_SECRET ?? (await sharedSecret(store, 'signing'));
    const { adminClient, close } = await openIdentity(settings, { store, secret, log: (line) => console.error(line) });
    const client = await adminClient();
    if (client) await work(client).finally(close);
  });
  place.release();
  // Else a mistaken DATA_DIR would be found out when nobody can sign in.
  if (isMade) console.log(`${place.folder} had no database, so one was made there.`);
}
