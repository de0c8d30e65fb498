import type { ApiKeyUsage, CreatedApiKey, NewApiKey } from '#/model/api-key.ts';
import type { AccountUser, Preferences, QueueAddition, QueueSnapshot } from '#/model/account.ts';
import { type Failure, ok, type Result } from '#/model/failure.ts';
import type { WatchedLink, WatchRequest } from '#/model/watched.ts';
import type { Identity } from '#/server/identity/identity.ts';
import type { Jobs } from '#/server/jobs/index.ts';
import type { ApiKeyRepository } from '#/server/store/tables/api-keys.ts';
import { createAccountDataRepository } from '#/server/store/tables/account-data.ts';
import type { HistoryRepository } from '#/server/store/tables/history.ts';
import type { Store } from '#/server/store/store.ts';
import type { DownloadHistory } from '../downloads/history.ts';
import type { ApiKeys } from '../keys/keys.ts';
import type { DownloadRecords } from '../progress/download-records.ts';
import type { ProgressRegistry } from '../progress/progress-registry.ts';
import { eraseAccount } from './erase.ts';
import { accountExportText, streamOf } from './export.ts';
import type { Sessions } from './sessions.ts';
import type { Watched } from './watched.ts';

/**
 * What an account gives, by the `sub` of a verified id token: whoever calls this has verified it. Failures: busy, while the database is
 * away.
 */
export type Accounts = {
  sessions: Pick<Sessions, 'userOf' | 'hasEnded'>;
  /** The visitor's cookie of a user's browser, whose work as a guest becomes the user's; null: it has one. */
  beginSession(userId: string, browser: Browser & { sessionId?: string | null }): Promise<Result<string | null>>;
  /** The cookie of a browser that is a guest's again; null: it has one. `user`: whose sign-in ends with it, where that is known. */
  endSession(browser: Browser, user?: Pick<AccountUser, 'id' | 'sessionId'>): Promise<Result<string | null>>;
  /** In all browsers. */
  endSessions(userId: string): Promise<Result<void>>;
  /** null: nothing settled yet. */
  preferences(userId: string): Promise<Result<Preferences | null>>;
  savePreferences(userId: string, preferences: Preferences): Promise<Result<void>>;
  queue(userId: string): Promise<Result<QueueSnapshot>>;
  putEntries(userId: string, addition: QueueAddition): Promise<Result<QueueSnapshot>>;
  removeEntries(userId: string, ids: readonly string[]): Promise<Result<QueueSnapshot>>;
  /** Links that the user waits for, and has waited for lately, newest first. */
  watchedLinks(userId: string): Promise<Result<WatchedLink[]>>;
  /** Has the user told when a link can be downloaded. Failures: those of `Watched.add`. */
  watchLink(userId: string, request: WatchRequest, from: Parameters<Watched['add']>[2]): Promise<Result<WatchedLink>>;
  forgetWatched(userId: string, id: string): Promise<Result<void>>;
  /** The user's keys in use, the newest first, and what is left of their limits. */
  keys(userId: string): Promise<Result<ApiKeyUsage[]>>;
  /** Failures: too_many_keys, invalid_request. */
  createKey(userId: string, wanted: NewApiKey): Promise<Result<CreatedApiKey>>;
  /** Failures: key_unknown. */
  revokeKey(userId: string, id: string): Promise<Result<null>>;
  /** The text of an `AccountExport`; fails half-way where the database does. */
  exportAll(userId: string): ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Deletes everything; again, where it was cut short. */
  erase(userId: string): Promise<Result<void>>;
};

type Browser = Parameters<Sessions['end']>[0];

type Ports = {
  store: Store;
  sessions: Sessions;
  /** null: there are no accounts. */
  identity: Pick<Identity, 'noteEnded'> | null;
  apiKeys: ApiKeys;
  watched: Watched;
  keyRepository: ApiKeyRepository;
  past: HistoryRepository;
  history: DownloadHistory;
  records: DownloadRecords;
  progress: ProgressRegistry;
  jobs: Jobs;
  /** Tells the failure of what was thrown. */
  report: (error: unknown) => Failure;
};

export function createAccounts({ store, sessions, identity, apiKeys, watched, report, ...ports }: Ports): Accounts {
  const data = createAccountDataRepository(store);
  const answered = <T>(work: Promise<T>): Promise<Result<T>> => answeredWith(work.then(ok));
  const answeredWith = async <T>(work: Promise<Result<T>>): Promise<Result<T>> => {
    try {
      return await work;
    } catch (error) {
      return { ok: false, failure: report(error) };
    }
  };
  return {
    sessions,
    beginSession: (userId, browser) => answered(sessions.begin(userId, browser)),
    endSession: (browser, user) =>
      answered(
        (async () => {
          if (user && user.sessionId !== null) await identity?.noteEnded(user.id, user.sessionId);
          return sessions.end(browser);
        })(),
      ),
    endSessions: (userId) =>
      answered(
        (async () => {
          await identity?.noteEnded(userId, null);
          await sessions.endAll(userId);
        })(),
      ),
    preferences: (userId) => answered(data.preferences(userId)),
    savePreferences: (userId, preferences) => answered(data.savePreferences(userId, preferences)),
    queue: (userId) => answered(data.queue(userId)),
    putEntries: (userId, addition) => answered(data.putEntries(userId, addition)),
    removeEntries: (userId, ids) => answered(data.removeEntries(userId, ids)),
    watchedLinks: (userId) => answered(watched.list(userId)),
    watchLink: (userId, request, from) => answeredWith(watched.add(userId, request, from)),
    forgetWatched: (userId, id) => answered(watched.remove(userId, id)),
    keys: (userId) => answered(apiKeys.list(userId)),
    createKey: (userId, wanted) => answeredWith(apiKeys.create(userId, wanted)),
    revokeKey: (userId, id) => answeredWith(apiKeys.revoke(userId, id)),
    exportAll: (userId) => streamOf(accountExportText({ ...ports, data, watched }, userId)),
    erase: (userId) => answered(eraseAccount({ ...ports, data, sessions }, userId)),
  };
}
