import * as v from 'valibot';
import { AccountExport } from '#/model/account.ts';
import { ok, type Result } from '#/model/failure.ts';
import { orUnanswered } from '#/site/browser/unanswered.ts';
import { deleteAccountData, exportAccount } from '../data.functions.ts';
import { clearHistory, forgetDownload, listHistory } from '../history.functions.ts';
import { createKey, listKeys, revokeKey } from '../keys.functions.ts';
import { getPreferences, savePreferences } from '../preferences.functions.ts';
import { listQueueEntries, removeQueueEntries } from '../queue.functions.ts';
import { preferenceChanges } from '../account-events.ts';
import { forgetWatched, listWatched } from '../watched.functions.ts';
import { endSession } from '../session/session.functions.ts';
import type { SiteAccount } from './account-ports.ts';

/** The site's server functions, whose way can fail as well. */
export function createSiteAccount(): SiteAccount {
  return {
    listHistory: (data) => orUnanswered(listHistory({ data })),
    forgetDownload: (id) => orUnanswered(forgetDownload({ data: { id } })),
    clearHistory: () => orUnanswered(clearHistory()),
    listQueueEntries: () => orUnanswered(listQueueEntries()),
    removeQueueEntry: (id) => orUnanswered(removeQueueEntries({ data: { ids: [id] } })),
    listWatched: () => orUnanswered(listWatched()),
    forgetWatched: (id) => orUnanswered(forgetWatched({ data: { id } })),
    getPreferences: () => orUnanswered(getPreferences()),
    async savePreferences(data) {
      const saved = await orUnanswered(savePreferences({ data }));
      if (saved.ok) preferenceChanges.emit(data);
      return saved;
    },
    listKeys: () => orUnanswered(listKeys()),
    createKey: (data) => orUnanswered(createKey({ data })),
    revokeKey: (id) => orUnanswered(revokeKey({ data: { id } })),
    exportAccount: () => orUnanswered(fetchExport()),
    deleteAccountData: () => orUnanswered(deleteAccountData()),
    endSessions: () => orUnanswered(endSession({ data: { isEverywhere: true } })),
  };
}

/** An export that breaks off is no JSON, and fails as a whole. */
async function fetchExport(): Promise<Result<AccountExport>> {
  const answer = await exportAccount();
  if (!(answer instanceof Response)) return answer;
  return ok(v.parse(AccountExport, await answer.json()));
}
