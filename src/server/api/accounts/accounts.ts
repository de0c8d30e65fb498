import type { Jobs } from '#/server/jobs/index.ts';
import { type AccountDataBook, createAccountDataBook } from '#/server/store/account-data.ts';
import type { HistoryBook } from '#/server/store/history.ts';
import type { Store } from '#/server/store/store.ts';
import type { History } from '../history.ts';
import type { DownloadRecords } from '../progress/download-records.ts';
import type { ProgressBook } from '../progress/progress-book.ts';
import { eraseAccount } from './erase.ts';
import { exportAccount } from './export.ts';
import type { Sessions } from './sessions.ts';

/** What an account gives, by the `sub` of a verified id token. Whoever calls this has verified it. */
export type Accounts = Omit<AccountDataBook, 'erase'> & {
  sessions: Pick<Sessions, 'userOf' | 'begin' | 'end' | 'endAll'>;
  /** The text of an `AccountExport`, in pieces. */
  exportAll(userId: string): AsyncIterable<string>;
  /** Deletes everything; again, where it was cut short. */
  erase(userId: string): Promise<void>;
};

type Ports = {
  store: Store;
  sessions: Sessions;
  past: HistoryBook;
  history: History;
  records: DownloadRecords;
  progress: ProgressBook;
  jobs: Jobs;
};

export function createAccounts({ store, ...ports }: Ports): Accounts {
  const data = createAccountDataBook(store);
  return {
    ...data,
    sessions: ports.sessions,
    exportAll: (userId) => exportAccount({ ...ports, data }, userId),
    erase: (userId) => eraseAccount({ ...ports, data }, userId),
  };
}
