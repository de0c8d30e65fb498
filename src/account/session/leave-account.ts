import { siteQueryClient } from '#/site/browser/query-client.ts';
import { loadAccounts } from '../load-accounts.ts';
import { forgetSession } from './forget-session.ts';
import { publishSession } from './session.ts';

/**
 * Signs out in this browser, from whatever page. Where an authenticator is on the page, it hears of it. It ends here even where the
 * identity service cannot be told (docs/specification.md 4.33).
 */
export async function leaveAccount(): Promise<void> {
  const accounts = await loadAccounts();
  if (accounts.ok) await accounts.value.client.signOut({ isGlobal: false });
  forgetSession();
  siteQueryClient().removeQueries({ type: 'inactive' });
  publishSession(null);
}
