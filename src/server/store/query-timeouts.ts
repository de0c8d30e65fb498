/**
 * How long who can do without the database waits for it. One that has answered nothing for `silenceMs` is away; `waitMs` is what a query
 * waits at most where it answers, but too many wait for it.
 */
export type QueryTimeouts = { silenceMs: number; waitMs: number };

export const SERVER_TIMEOUTS: QueryTimeouts = { silenceMs: 300, waitMs: 2_000 };
/** One of this process' own can be slow on a machine that is busy, but never away by itself. */
export const EMBEDDED_TIMEOUTS: QueryTimeouts = { silenceMs: 10_000, waitMs: 20_000 };
