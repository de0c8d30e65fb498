import { currentLocale } from '#/language/current.ts';
import { localizePath } from '#/language/locales.ts';
import type { AccountSettings } from '#/model/account.ts';
import { getAccountSettings } from './account.functions.ts';
import { tellWrongSetUp } from './configuration-error.ts';
import { withEarlyFailure } from './early-failure.ts';
import { forgetSession } from './session/forget-session.ts';
import type { Answer, IdentityClient } from './identity-client.ts';
import { endsSession, type RemoteError, toRemoteError } from './remote-error.ts';
import { publishSession } from './session/session.ts';
import { joinSite, withSiteSession } from './session/site-session.ts';

/** Accounts as this installation has them, ready for use. */
export type LoadedAccounts = { settings: NonNullable<AccountSettings>; client: IdentityClient };

let loading: Promise<Answer<LoadedAccounts>> | undefined;

/** Sets the identity service's client up, once for each page. A failure is not kept: the next call tries again. */
export function loadAccounts(): Promise<Answer<LoadedAccounts>> {
  loading ??= load().then(
    (accounts) => {
      if (!accounts.ok) loading = undefined;
      return accounts;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** The id token of whoever is signed in, refreshed if need be; null: nobody is, or the service is out of reach. */
export async function idToken(): Promise<string | null> {
  const accounts = await loadAccounts();
  const session = accounts.ok ? await accounts.value.client.session() : null;
  return session?.ok ? (session.value?.idToken ?? null) : null;
}

async function load(): Promise<Answer<LoadedAccounts>> {
  try {
    const [settings, { configureIdentity }] = await Promise.all([fetchSettings(), import('./identity.ts')]);
    if (!settings) {
      tellWrongSetUp('Accounts are switched off.');
      return refusal({ code: 'ConfigurationError' });
    }
    const returnUrl = location.origin + localizePath('/account', currentLocale());
    const { client: identity, settled } = configureIdentity(settings, returnUrl);
    const client = withEarlyFailure(withSiteSession(identity));
    identity.onEvent((event) => {
      if (event.type === 'signedIn' || event.type === 'signedOut' || event.type === 'tokenRefreshed')
        void tellSession(client);
      if (event.type === 'refreshFailed' && endsSession(event.error)) endSession();
    });
    await settled;
    await tellSession(client);
    return { ok: true, value: { settings, client } };
  } catch (error) {
    return refusal(toRemoteError(error));
  }
}

/** The one call that goes without a token (src/start.ts): tokens cannot be had before it. */
function fetchSettings(): Promise<AccountSettings> {
  return getAccountSettings({ fetch: (...request) => fetch(...request) });
}

async function tellSession(client: IdentityClient): Promise<void> {
  const answer = await client.currentUser();
  const user = answer.ok ? answer.value : null;
  publishSession(user);
  // Not waited for: its token can only be had once this is over.
  if (user) void joinSite(user.id);
}

/** Also where no page of the account is open, which would sign out. */
function endSession(): void {
  forgetSession();
  publishSession(null);
}

function refusal(error: RemoteError): { ok: false; error: RemoteError } {
  return { ok: false, error };
}
