import type { Store } from '#/server/store/store.ts';
import { type DeadLetter, readDeadLetters } from './dead-letters.ts';
import { FILES, JOB_TABLE, openQueue, type JobQueue } from './queue.ts';

/** Jobs by what becomes of them: waiting for a worker or for their next attempt, and running, on all servers. */
export type JobCounts = { waiting: number; running: number; dead: number };

export async function countJobs(store: Pick<Store, 'query'>, queue: JobQueue): Promise<JobCounts> {
  const [row] = await store.query<Omit<JobCounts, 'dead'>>(
    `select count(*) filter (where state < 'active') as waiting, count(*) filter (where state = 'active') as running
     from ${JOB_TABLE} where name = $1 and state <= 'active'`,
    [FILES],
  );
  const dead = await readDeadLetters(queue);
  return { waiting: row?.waiting ?? 0, running: row?.running ?? 0, dead: dead.length };
}

/** For who has the database alone, as a command of the operator has. */
export async function readJobs(store: Store): Promise<Omit<JobCounts, 'dead'> & { dead: DeadLetter[] }> {
  const queue = await openQueue(store, () => {});
  try {
    return { ...(await countJobs(store, queue)), dead: await readDeadLetters(queue) };
  } finally {
    await queue.boss.stop({ graceful: false });
  }
}
