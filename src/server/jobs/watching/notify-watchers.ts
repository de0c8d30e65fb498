import { subjectKeys } from '#/model/rule.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import type { LiveControls } from '#/server/store/events/live-controls.ts';
import type { Store } from '#/server/store/store.ts';
import {
  createWatchedLinkRepository,
  type WatchedLinkNotice,
  watchedEvent,
} from '#/server/store/tables/watched-links.ts';
import { type JobQueue, WATCHED_NEWS } from '../queue.ts';

/** Tells a user, where there is a way to, that a link can be downloaded. Rejects where that is to be tried again. */
export type TellUser = (notice: WatchedLinkNotice) => Promise<void>;

/** So many messages are on their way to a mail server at the same time. */
const AT_ONCE = 2;

type Ports = {
  store: Store;
  queue: JobQueue;
  engine: Pick<Engine, 'identify'>;
  controls: Pick<LiveControls, 'takenDown'>;
};

/** Tells users of what they have waited for, from whichever process comes first. What was taken down meanwhile is not told. */
export async function startTelling({ store, queue, engine, controls }: Ports, tell: TellUser): Promise<void> {
  const repository = createWatchedLinkRepository(store);
  const { pollingS } = queue;
  // Nobody is notified of one that may be tried again by now, nor of the second of two.
  const often = { pollingIntervalSeconds: pollingS, notifyPollingIntervalSeconds: pollingS };
  await queue.boss.work<{ id: string }>(
    WATCHED_NEWS,
    { batchSize: 1, localConcurrency: AT_ONCE, ...often },
    async ([job]) => {
      const notice = job && (await repository.notice(job.data.id));
      if (!notice) return;
      const known = await engine.identify(notice.link);
      if (known.ok && controls.takenDown(subjectKeys(known.value)) === null) return tell(notice);
      await repository.withdraw(job.data.id);
      await store.publish([watchedEvent(notice.userId)]);
    },
  );
}
