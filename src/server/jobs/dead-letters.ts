import type { Failure } from '#/model/failure.ts';
import type { StoredDownload } from '#/server/store/schema.ts';
import { DEAD_LETTERS, type Queue } from './queue.ts';

/** A job that failed for good, as an operator reads it; kept for two weeks, longer than its row. */
export type DeadLetter = {
  failedAt: Date;
  letter: Pick<StoredDownload, 'id' | 'platform' | 'title' | 'canonicalUrl' | 'formatId' | 'attempt'> & {
    failure: Failure;
  };
};

/** The latest first. */
export async function readDeadLetters({ boss }: Queue): Promise<DeadLetter[]> {
  const jobs = await boss.findJobs<DeadLetter['letter'] | object>(DEAD_LETTERS);
  return jobs
    .map(({ data, createdOn, sourceId }) => ({ failedAt: createdOn, letter: 'id' in data ? data : unknown(sourceId) }))
    .toSorted((one, other) => other.failedAt.getTime() - one.failedAt.getTime());
}

/** One that the library gave up, because the processes that tried it died. */
function unknown(id: string | null): DeadLetter['letter'] {
  const failure: Failure = { code: 'internal' };
  return { id: id ?? '', failure, platform: null, title: '', canonicalUrl: null, formatId: null, attempt: 0 };
}
