import { app } from '#app.config';
import { type Account } from '../account-ports.ts';
import { remoteValueOf, valueOf } from '../refusal.ts';

/** Everything that is known of the user, as one JSON file: what the site keeps, and what the identity service does. */
export async function exportFile({ site, identity }: Pick<Account, 'site' | 'identity'>): Promise<File> {
  const [kept, attributes] = await Promise.all([valueOf(site.exportAccount()), remoteValueOf(identity.attributes())]);
  const name = `${app.name.toLowerCase()}-account-${kept.exportedAt.slice(0, 10)}.json`;
  return new File([JSON.stringify({ ...kept, attributes }, null, 2)], name, { type: 'application/json' });
}
