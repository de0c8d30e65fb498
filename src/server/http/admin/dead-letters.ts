import * as v from 'valibot';
import { AdminLetter } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import type { DeadLetter } from '#/server/jobs/index.ts';
import { listOperations } from './list.ts';
import { ADMIN_PATH, CONFLICT, adminOperation, UNKNOWN } from './route.ts';

const Id = v.pipe(v.string(), v.uuid());

/** Kept files that could not be made. */
export const LETTER_LIST = listOperations({
  name: 'letters',
  summary: 'Files that could not be made',
  filters: v.object({}),
  row: AdminLetter,
  // Two weeks of them, and few: they are given at once.
  page: async ({ jobs }) => ({ rows: (await jobs.deadLetters()).map(described), cursor: null }),
});

export const LETTER_OPERATIONS = {
  retryLetter: adminOperation({
    id: 'postLettersIdRetry',
    method: 'POST',
    path: `${ADMIN_PATH}/letters/{id}/retry`,
    summary: 'Has the file made after all',
    async handle({ caller: { actor }, id }, { jobs, audit }) {
      const found = (await jobs.deadLetters()).find(({ letterId }) => letterId === id);
      if (!found) return UNKNOWN;
      // Nobody remembers for whom it was.
      if (!(await jobs.retry(found))) return CONFLICT;
      await audit.note({ actor, action: 'letter.retry' }, { target: id, before: described(found), after: null });
      return ok(null);
    },
  }),
  discardLetter: adminOperation({
    id: 'deleteLettersId',
    method: 'DELETE',
    path: `${ADMIN_PATH}/letters/{id}`,
    summary: 'Throws a letter away',
    async handle({ caller: { actor }, id }, { jobs, audit }) {
      const found = v.is(Id, id) && (await jobs.deadLetters()).find(({ letterId }) => letterId === id);
      if (!found || !(await jobs.discard(id))) return UNKNOWN;
      await audit.note({ actor, action: 'letter.discard' }, { target: id, before: described(found), after: null });
      return ok(null);
    },
  }),
};

function described({ letterId, failedAt, letter: { id: downloadId, ...letter } }: DeadLetter): AdminLetter {
  return { ...letter, id: letterId, downloadId, failedAt: failedAt.toISOString() };
}
