import type { Failure } from '#/model/failure.ts';
import { isAway, isFull, toStoreError } from '#/server/store/store-error.ts';

/** When to come back, while the database is away or without room: a restart takes it some seconds, and room is seen at once. */
const AWAY_RETRY_S = 5;

/** Logs what nobody expected, and gives what the caller is told: storage_full, busy while the database is away, else internal. */
export function createReport(log: (message: string) => void): (error: unknown) => Failure {
  return (error) => {
    if (isFull(error)) {
      log(`A request was refused. ${toStoreError(error).message}`);
      return { code: 'storage_full', retryAfterS: AWAY_RETRY_S };
    }
    if (isAway(error)) {
      log(`A request was refused. ${toStoreError(error).message}`);
      return { code: 'busy', retryAfterS: AWAY_RETRY_S };
    }
    log(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return { code: 'internal' };
  };
}
