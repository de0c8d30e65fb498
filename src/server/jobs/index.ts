import type { Failure, Result } from '#/model/failure.ts';
import type { Bucket } from '#/server/bucket/bucket.ts';
import type { DiskRoom } from '#/server/bucket/disk-room.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import { silentTelemetry, type Telemetry } from '#/server/observability/telemetry.ts';
import type { LiveControls } from '#/server/store/events/live-controls.ts';
import type { StoredDownload, StoredWatchedLink } from '#/server/store/schema/schema.ts';
import type { Store } from '#/server/store/store.ts';
import { createWebhookRepository } from '#/server/store/tables/webhooks.ts';
import { changedEvent } from '#/server/store/events/download-events.ts';
import type { FileTransfer } from '#/server/transfer/transfer.ts';
import { cancel, type Cancelled } from './cancel.ts';
import { type DeadLetter, discardDeadLetter, readDeadLetters, retryDeadLetter } from './dead-letters.ts';
import { expireMissingFiles, type RecordedFile } from './sweeping/expired-files.ts';
import { startScheduledJobs } from './scheduled-jobs.ts';
import { keep } from './enqueue.ts';
import type { JobRequest } from './job-request.ts';
import type { Announced } from '#/server/store/tables/watched-links.ts';
import { CANARIES, openQueue, SWEEP, WATCHED_NEWS, WATCHES, WEBHOOKS } from './queue.ts';
import { countJobs, type JobCounts } from './read-jobs.ts';
import { type JobsSettings, TIMING } from './settings.ts';
import { type Messenger, type PostWebhook, startWebhooks } from './webhooks.ts';
import { takeDown } from './take-down.ts';
import { startTelling, type TellUser } from './watching/notify-watchers.ts';
import { type LinkToWatch, startWatching, type Watcher, noteWatch } from './watching/watching.ts';
import { startJobWorker, type Worker } from './worker.ts';

export type { DeadLetter, JobsSettings, JobRequest };

/** Files that the server makes at its own pace, and keeps for a while. */
export type Jobs = {
  /**
   * The row of a file that is to be made; a request that its owner has already, still to be made or to be fetched, is joined. Failures:
   * queue_full, too_many_kept, storage_full.
   */
  keep(job: JobRequest): Promise<Result<StoredDownload>>;
  /** Ends the making of a file, or deletes it. The worker hears of it at once, on any server. */
  cancel(id: string, owner: string): Promise<Cancelled>;
  /** Has the end of a file told to an address, signed with the key's secret; at once, where it has ended already. */
  tell(id: string, webhook: { url: string; keyId: string }): Promise<void>;
  /** Ends a file that is said to be ready, and is not there. */
  missing(object: RecordedFile): Promise<void>;
  /** Ends and deletes what the blocklist names, of all owners. To be called when it has grown; the sweep does so, too. */
  takeDown(): Promise<number>;
  /** Has a user told when a link can be downloaded; null: the user waits for as many as one may. */
  watch(link: LinkToWatch, told: Announced | null): Promise<StoredWatchedLink | null>;
  /** Begins to tell users of what they have waited for. */
  tellUsers(tell: TellUser): Promise<void>;
  /** Begins to take jobs in this process, and a share in what is done each minute. */
  work(): Promise<void>;
  /** Of all servers. */
  counts(): Promise<JobCounts>;
  /** Jobs that failed for good, the latest first, two weeks back. */
  deadLetters(): Promise<DeadLetter[]>;
  /** Has a file made after all, under its old id. False: nobody remembers what it was to be. */
  retry(letter: DeadLetter): Promise<boolean>;
  /** False: there is no such letter. */
  discard(letterId: string): Promise<boolean>;
  /** Takes no more jobs; those that run here are given back, and begun anew elsewhere. To be closed before the store. */
  close(): Promise<void>;
};

export type JobsOptions = {
  store: Store;
  bucket: Bucket;
  engine: Engine;
  transfer: FileTransfer;
  /** The engine whose use is not counted, for canaries; unless given, the same. */
  prober?: Pick<Engine, 'resolve'>;
  /** Unless given, nobody is told. */
  telemetry?: Pick<Telemetry, 'count'>;
  controls: LiveControls;
  settings: JobsSettings;
  /** Delivers webhooks; without it, other processes do. */
  postWebhook?: PostWebhook;
  /** One line each, but for bugs, which bring their stack. */
  log: (line: string) => void;
  /** The disk that files are made on; without it, it is what fails that tells that there is no room. */
  room?: Pick<DiskRoom, 'refusal'> | null;
};

/** A storage that was full, and cannot be asked, is believed to be so for a minute. */
const FULL_FOR_S = 60;

/** Opens the queue. Rejects when the database cannot be reached. */
export async function createJobs({ settings, postWebhook, ...given }: JobsOptions): Promise<Jobs> {
  const { store, log } = given;
  const queue = await openQueue(store, log);
  const timing = { ...TIMING, ...settings.timing };
  let fullAt = -Infinity;
  const onFailure = ({ code }: Failure): void => {
    if (code === 'storage_full') fullAt = performance.now();
  };
  const { prober = given.engine, telemetry = silentTelemetry, room = null } = given;
  const storageFailure = async (bytes: number): Promise<Failure | null> => {
    if (room) return room.refusal(bytes);
    const wasFull = performance.now() - fullAt < FULL_FOR_S * 1000;
    return wasFull ? { code: 'storage_full', retryAfterS: FULL_FOR_S } : null;
  };
  const ports = { ...given, prober, telemetry, room, queue, settings, timing, onFailure, storageFailure };
  const webhooks = createWebhookRepository(store);
  let worker: Worker | null = null;
  let messenger: Messenger | null = null;
  let watcher: Watcher | null = null;

  return {
    keep: (job) => keep(ports, job),
    cancel: (id, owner) => cancel(ports, id, owner),
    async tell(id, webhook) {
      await webhooks.add({ downloadId: id, ...webhook });
      await store.publish([changedEvent(id)]);
    },
    watch: (link, told) => noteWatch(ports, link, told),
    tellUsers: (tell) => startTelling(ports, tell),
    missing: async (object) => void (await expireMissingFiles(ports, [object])),
    takeDown: () => takeDown(ports),
    async work() {
      worker ??= await startJobWorker(ports);
      if (postWebhook) messenger ??= await startWebhooks({ ...ports, postWebhook });
      await startScheduledJobs({ ...ports, onSweep: async () => messenger?.look() });
      watcher ??= await startWatching(ports);
    },
    counts: () => countJobs(store, queue),
    deadLetters: () => readDeadLetters(queue),
    retry: (letter) => retryDeadLetter(ports, letter),
    discard: (letterId) => discardDeadLetter(ports, letterId),
    async close() {
      await messenger?.stop();
      await watcher?.stop();
      const others = [SWEEP, CANARIES, WATCHES, WATCHED_NEWS, WEBHOOKS].map((name) => queue.boss.offWork(name));
      await Promise.all([worker?.close(), ...others]);
      await queue.boss.stop({ graceful: false });
    },
  };
}
