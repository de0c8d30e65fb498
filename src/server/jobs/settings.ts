import type { Platform } from '#/model/platform.ts';

export type JobsSettings = {
  /** Files made at the same time by this process. */
  concurrency: number;
  /** How long a file can be fetched once it is made. */
  keptFileS: number;
  /** How long the row of a download that has ended stays. */
  downloadRecordS: number;
  /** The same of a signed-in user's. */
  historyS: number;
  /** How long it is remembered that an entry was taken out of a user's queue. */
  removedEntryS: number;
  /** Files of one owner that are kept or still to be made. */
  keptPerOwner: number;
  /** How many times as many a signed-in user may have. */
  userTimes: number;
  /** Files of one platform made at the same time by all processes together; archives of many links count as a platform. */
  keptPerPlatform: number;
  /** Files that wait to be made, of all owners together. */
  keptWaiting: number;
  /** One link of each platform that is known to work, resolved every half hour so that a platform's troubles are known early. */
  canaries?: Partial<Record<Platform, string>> | null;
  /** How long after its start a link that a user waits for is first looked at, and the shortest pause between two looks. */
  watchPauseS?: number;
  /** For tests, which have less patience. */
  timing?: Partial<Timing>;
};

export type Timing = {
  /** Until the first retry; each later one takes three times as long, and up to half as long again by chance. */
  retryDelayS: number;
  /** Nobody waits longer than this, whatever a platform asks for. */
  retryDelayMaxS: number;
  /** Until a job is looked at again whose platform is busy enough. */
  busyDelayS: number;
  /** Objects that no row knows are spared for so long. */
  orphanGraceS: number;
  /** Rows without a job, and streams that nobody hears of, are ended after so long. */
  silenceS: number;
  /** Until a webhook is tried again for the first time; each later time takes twice as long. */
  webhookDelayS: number;
  /** How long a result is held while the database cannot be reached. */
  patienceMs: number;
};

/** Three retries within about two minutes; graces far longer than anything takes that is alive. */
export const TIMING: Timing = {
  retryDelayS: 5,
  retryDelayMaxS: 300,
  busyDelayS: 1,
  orphanGraceS: 600,
  silenceS: 60,
  webhookDelayS: 30,
  patienceMs: 30_000,
};
