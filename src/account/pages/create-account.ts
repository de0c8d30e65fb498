import type { AccountSettings, IdentityPool } from '#/model/account.ts';
import { ok } from '#/model/failure.ts';
import type { IdentityClient, SignedInUser } from '../identity-client.ts';
import type { RemoteError } from '../remote-error.ts';
import type { Send } from '../use-authenticator.ts';
import type { Account, SiteAccount } from './account-ports.ts';
import { type AskStepUp, withStepUp } from './step-up/with-step-up.ts';
import { watchIdentity, watchSite } from './watch-session-end.ts';

export type Surroundings = {
  user: SignedInUser;
  settings: NonNullable<AccountSettings>;
  client: IdentityClient;
  site: SiteAccount;
  /** Tells the authenticator. */
  send: Send;
  /** Hears why the session ended without being signed out of; null: it has begun, or is being signed out of. */
  onEnd: (error: RemoteError | null) => void;
  /** In what the authenticator's texts are. */
  spoken: Account['spoken'];
  /** Leaves for the home page, which says that the account is gone. */
  onFarewell: () => void;
};

/**
 * How to end a session that the identity service or the site no longer takes for one. The first reason is the true one: whatever is asked
 * after it only hears that nobody is signed in.
 */
export function sessionEnd({ send, onEnd }: Pick<Surroundings, 'send' | 'onEnd'>): (error: RemoteError) => void {
  let hasEnded = false;
  return (error) => {
    if (hasEnded) return;
    hasEnded = true;
    onEnd(error);
    send({ type: 'sessionFailed', error });
  };
}

/**
 * The account of who is signed in, for the pages. Whatever they ask, an answer that ends the session does so, and one that wants to know
 * again who they are has them asked.
 */
export function createAccount(
  { user, settings, client, site, send, onEnd, onFarewell, spoken }: Surroundings,
  end: (error: RemoteError) => void,
  ask: AskStepUp,
): Account {
  return {
    user,
    spoken,
    config: settings.config,
    mfaTypes: settings.mfaTypes,
    identity: withStepUp(watchIdentity(client, end), ask),
    site: watchSite(site, client, end),
    thisDeviceId: thisDeviceId(settings.pool, user),
    signOut: async ({ isEverywhere }) => {
      // Here it ends in any case; on the other devices only if the site has heard of it.
      const ended = isEverywhere ? await site.endSessions() : ok(null);
      if (!ended.ok) return ended;
      onEnd(null);
      send({ type: 'signOut', isGlobal: isEverywhere });
      return ok(null);
    },
    sayFarewell: () => {
      onEnd(null);
      onFarewell();
      send({ type: 'signOut', isGlobal: false });
    },
  };
}

/** The id by which the identity service knows this browser, where Amplify keeps it; null: it does not know it. */
function thisDeviceId({ userPoolClientId }: IdentityPool, { username }: SignedInUser): string | null {
  return localStorage.getItem(`CognitoIdentityServiceProvider.${userPoolClientId}.${username}.deviceKey`);
}
