/** What ends a Postgres, as its log says it: `2026-11-23 08:01:56.198 UTC [42] PANIC:  could not read file …`. */
const ENDING = /\b(?:PANIC|FATAL): +(\S.*)$/;
const DETAIL = /\bDETAIL: +(\S.*)$/;
/** Where the embedded one has its files, whatever the folder is called outside. */
const INNER_FOLDER = /\/pglite\/data\//g;
/** Long enough for a reason; a line of a log is no place for more. */
const MAX_LENGTH = 300;

/** The last line of a Postgres that ended, with its detail. */
export type FatalLine = {
  /** A line of its log. Answers true: it is taken. */
  hear: (line: string) => boolean;
  /** One line; null: nothing has ended it. */
  read: () => string | null;
};

/** PGlite itself says of a database that cannot be opened only that it cannot. */
export function createFatalLine(): FatalLine {
  let reason: string | null = null;
  let detail: string | null = null;
  let isLatest = false;
  return {
    hear(line) {
      const ending = ENDING.exec(line)?.[1];
      if (ending !== undefined) [reason, detail, isLatest] = [ending, null, true];
      else if (isLatest) {
        detail = DETAIL.exec(line)?.[1] ?? null;
        isLatest = false;
      }
      return true;
    },
    read() {
      if (reason === null) return null;
      const text = detail === null ? reason : `${reason}. ${detail}`;
      return text.replaceAll(INNER_FOLDER, '').slice(0, MAX_LENGTH);
    },
  };
}
