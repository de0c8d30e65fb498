import type {
  AccountConfig,
  AccountExport,
  HistoryListing,
  HistoryQuery,
  MfaType,
  Preferences,
  QueueSnapshot,
} from '#/model/account.ts';
import type { ApiKeyUsage, CreatedApiKey, NewApiKey } from '#/model/api-key.ts';
import type { Result } from '#/model/failure.ts';
import type { WatchedLink } from '#/model/watched.ts';
import type { IdentityClient, SignedInUser } from '../identity-client.ts';
import type { Language } from '../texts/languages.ts';

/** What the site itself keeps of a user. Failures of all: unauthorized, busy, offline, internal, besides those named. */
export type SiteAccount = {
  listHistory: (query: HistoryQuery) => Promise<Result<HistoryListing>>;
  /** Failures: download_unknown. */
  forgetDownload: (id: string) => Promise<Result<unknown>>;
  /** All downloads that have ended. */
  clearHistory: () => Promise<Result<unknown>>;
  listQueueEntries: () => Promise<Result<QueueSnapshot>>;
  removeQueueEntry: (id: string) => Promise<Result<QueueSnapshot>>;
  listWatched: () => Promise<Result<WatchedLink[]>>;
  forgetWatched: (id: string) => Promise<Result<unknown>>;
  getPreferences: () => Promise<Result<Preferences | null>>;
  savePreferences: (preferences: Preferences) => Promise<Result<unknown>>;
  /** In use, the newest first. */
  listKeys: () => Promise<Result<ApiKeyUsage[]>>;
  /** Failures: too_many_keys, invalid_request. */
  createKey: (wanted: NewApiKey) => Promise<Result<CreatedApiKey>>;
  /** Failures: key_unknown. */
  revokeKey: (id: string) => Promise<Result<unknown>>;
  exportAccount: () => Promise<Result<AccountExport>>;
  deleteAccountData: () => Promise<Result<unknown>>;
  /** Makes all browsers of the user a guest's. */
  endSessions: () => Promise<Result<unknown>>;
};

/** What the pages of an account stand on: who is signed in, and where to ask and tell. */
export type Account = {
  user: SignedInUser;
  /** What the authenticator's texts are in by now; null: there are none yet. In another language it is another account, which its pages show anew. */
  spoken: Language | null;
  config: AccountConfig;
  /** Second steps that this installation knows. */
  mfaTypes: readonly MfaType[];
  identity: IdentityClient;
  site: SiteAccount;
  /** As the identity service knows this browser; null: it does not remember it. */
  thisDeviceId: string | null;
  /** Ends the session. A failure: it goes on, on the other devices at least. */
  signOut: (scope: { isEverywhere: boolean }) => Promise<Result<null>>;
  /** The user is gone: drops what is left of the session here, and leaves for the home page. */
  sayFarewell: () => void;
};

/** Key of something cached for a user; all of it is dropped with the session. */
export function accountKey({ id }: SignedInUser, ...parts: unknown[]): readonly unknown[] {
  return [ACCOUNT_KEY, id, ...parts];
}

/** What all such keys begin with. */
const ACCOUNT_KEY = 'account';
