import type { StoredDownload } from '#/server/store/schema/schema.ts';
import type { JobPayload } from './job-request.ts';
import type { FileJob } from './queue.ts';

/** An attempt at a file that no other process can have at the same time; what it makes is its own until it is settled. */
export type Claimed = { job: FileJob; row: StoredDownload; request: JobPayload; objectKey: string };
