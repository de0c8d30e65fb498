import type { Bucket } from '#/server/bucket/bucket.ts';
import { sweepStatistics } from '#/server/store/tables/statistics.ts';
import type { Store } from '#/server/store/store.ts';
import type { JobsSettings, Timing } from '../settings.ts';
import { endAbandoned } from './abandoned-downloads.ts';
import { expireFiles } from './expired-files.ts';
import { deleteOldRecords } from './old-records.ts';
import { deleteOrphanedFiles } from './orphaned-files.ts';

export type SweepPorts = { store: Store; bucket: Bucket; settings: JobsSettings; timing: Timing };

/**
 * Ends what nobody ends otherwise: files whose time is over, rows without a job, streams whose server died, old rows, objects that no
 * row names. What somebody else is at is left to the next sweep, so that nobody waits for one. Rows come first and objects after them, so
 * a row that says `ready` has its object, and what a process that dies in between leaves behind is an object that the next sweep finds.
 */
export async function sweep(ports: SweepPorts): Promise<void> {
  await expireFiles(ports);
  await endAbandoned(ports);
  await deleteOldRecords(ports);
  await sweepStatistics(ports.store);
  await deleteOrphanedFiles(ports);
}
