import { isRunning } from '#/model/download.ts';
import type { Jobs } from '#/server/jobs/index.ts';
import type { AccountDataRepository } from '#/server/store/tables/account-data.ts';
import type { HistoryRepository } from '#/server/store/tables/history.ts';
import { type ApiKeyRepository, ownerOfKey } from '#/server/store/tables/api-keys.ts';
import { ownerOfUser } from '#/server/store/tables/visitor-users.ts';
import type { DownloadHistory } from '../downloads/history.ts';
import type { ProgressRegistry } from '../progress/progress-registry.ts';
import type { Sessions } from './sessions.ts';

type Ports = {
  data: Pick<AccountDataRepository, 'erase'>;
  keyRepository: Pick<ApiKeyRepository, 'revokeAll'>;
  past: Pick<HistoryRepository, 'page'>;
  jobs: Pick<Jobs, 'cancel'>;
  progress: Pick<ProgressRegistry, 'sendCommand'>;
  history: Pick<DownloadHistory, 'drop'>;
  sessions: Pick<Sessions, 'endAll' | 'tellEnded'>;
};

/**
 * Deletes everything that the site keeps of a user. In this order, and each step can be taken again:
 * 1. Sessions end and keys are revoked, so that nothing new begins in the user's name.
 * 2. What runs is cancelled: transfers on whichever server, files that are being made.
 * 3. All rows go in one transaction. Until then everything can still be asked for once more; from then on nothing names the user.
 * 4. Files that lay in the bucket are deleted. Where that is cut short, no row names them, and the sweep deletes them within minutes.
 */
export async function eraseAccount(ports: Ports, userId: string): Promise<void> {
  const { data, history, sessions, keyRepository } = ports;
  await sessions.endAll(userId);
  const keyIds = await keyRepository.revokeAll(userId);
  for (const owner of [ownerOfUser(userId), ...keyIds.map(ownerOfKey)]) await cancelRunning(ports, owner);
  const erased = await data.erase(userId);
  await sessions.tellEnded(erased.visitorIds);
  await history.drop(erased.downloads);
}

async function cancelRunning({ past, jobs, progress }: Ports, owner: string): Promise<void> {
  let cursor: string | null = null;
  do {
    const page = await past.page(owner, { search: '', platform: null, state: null, cursor }, 500);
    for (const { id, state, isKept } of page?.rows ?? []) {
      if (!isRunning(state)) continue;
      if (isKept) await jobs.cancel(id, owner);
      else await progress.sendCommand(id, owner, 'cancel');
    }
    cursor = page?.cursor ?? null;
  } while (cursor !== null);
}
