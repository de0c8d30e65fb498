import * as v from 'valibot';
import { AccountExport } from '#/model/account.ts';
import { fail, ok, type Result } from '#/model/failure.ts';
import { deleteAccountData, exportAccount } from '../data.functions.ts';
import { clearHistory, forgetDownload, listHistory } from '../history.functions.ts';
import { createKey, listKeys, revokeKey } from '../keys.functions.ts';
import { getPreferences, savePreferences } from '../preferences.functions.ts';
import { listQueueEntries, removeQueueEntries } from '../queue.functions.ts';
import { preferenceNews } from '../news.ts';
import { endSession } from '../session.functions.ts';
import type { SiteAccount } from './account-ports.ts';

/** The site's server functions, whose way can fail as well. */
export function createSiteAccount(): SiteAccount {
  return {
    listHistory: (data) => reached(listHistory({ data })),
    forgetDownload: (id) => reached(forgetDownload({ data: { id } })),
    clearHistory: () => reached(clearHistory()),
    listQueueEntries: () => reached(listQueueEntries()),
    removeQueueEntry: (id) => reached(removeQueueEntries({ data: { ids: [id] } })),
    getPreferences: () => reached(getPreferences()),
    async savePreferences(data) {
      const saved = await reached(savePreferences({ data }));
      if (saved.ok) preferenceNews.announce(data);
      return saved;
    },
    listKeys: () => reached(listKeys()),
    createKey: (data) => reached(createKey({ data })),
    revokeKey: (id) => reached(revokeKey({ data: { id } })),
    exportAccount: () => reached(fetchExport()),
    deleteAccountData: () => reached(deleteAccountData()),
    endSessions: () => reached(endSession({ data: { isEverywhere: true } })),
  };
}

function reached<T>(answer: Promise<Result<T>>): Promise<Result<T>> {
  return answer.catch(() => fail(navigator.onLine ? 'internal' : 'offline'));
}

/** An export that breaks off is no JSON, and fails as a whole. */
async function fetchExport(): Promise<Result<AccountExport>> {
  const answer = await exportAccount();
  if (!(answer instanceof Response)) return answer;
  return ok(v.parse(AccountExport, await answer.json()));
}
