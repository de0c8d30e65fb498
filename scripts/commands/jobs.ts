import { readJobs } from '#/server/jobs/read-jobs.ts';
import { lockDatabase, refuseMissingDatabase, withStore } from '../setup/database.ts';
import { orFail } from '../setup/failing.ts';

/** What an operator wants to know of kept files: how many wait and are made, and which failed for good, and why. */
await orFail(async () => {
  const place = lockDatabase({ beside: true });
  refuseMissingDatabase(place);
  const { waiting, running, dead } = await withStore(place, readJobs);
  place.release();
  console.log(`${waiting} waiting, ${running} being made, ${dead.length} failed for good in the last two weeks`);
  for (const { failedAt, letter } of dead) {
    const { failure, platform, canonicalUrl, formatId, title, attempt, id } = letter;
    const where = [platform, formatId, canonicalUrl ?? title].filter(Boolean).join(' ');
    console.log(`${failedAt.toISOString()}  ${failure.code}  ${where}  (attempt ${attempt}, ${id})`);
  }
});
