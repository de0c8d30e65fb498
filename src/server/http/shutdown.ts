import type { ServerResponse } from 'node:http';
import type { Failure } from '#/model/failure.ts';
import { sendProblem } from './problem.ts';

/** Until another process is there, or this one again: a start takes some two seconds. */
const RETRY_S = 5;

/**
 * The end of a server that still answers: what runs has its time, transfers that come are told to come back, and probes that others are to
 * be sent visitors. Everything behind it (egress, database, bucket) must stay open until `begin` has resolved.
 */
export type Shutdown = {
  /**
   * Counts an answer among what is waited for, until its connection is done with it. `isRaw`: this room writes it itself, so that one that
   * has not begun when the time is over can be told so; another is left to its own writer.
   */
  follow(res: ServerResponse, options: { isRaw: boolean }): void;
  /** Why no transfer may begin: `busy`, with the seconds to wait. null: one may. */
  refusal(): Failure | null;
  /** How many answers are under way. */
  running(): number;
  /**
   * Resolves when nothing is under way any more or the time is over, and what is still running was cut. Called again, the shorter time
   * counts.
   */
  begin(graceMs: number): Promise<void>;
};

export function createShutdown(): Shutdown {
  const underWay = new Map<ServerResponse, { isRaw: boolean }>();
  const over = new AbortController();
  const idle = Promise.withResolvers<void>();
  let ending: Promise<void> | null = null;

  function cut(): void {
    for (const [res, { isRaw }] of underWay) {
      // A status that says what is the matter, and not a body that a client saves as the file; bytes are resumed by their range.
      if (res.headersSent) res.destroy();
      else if (isRaw) sendProblem(res, { code: 'busy', retryAfterS: RETRY_S }, { headers: { connection: 'close' } });
    }
  }

  async function end(): Promise<void> {
    if (underWay.size > 0) {
      const late = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()));
      await Promise.race([idle.promise, late]);
    }
    cut();
  }

  return {
    follow(res, options) {
      underWay.set(res, options);
      res.once('close', () => {
        underWay.delete(res);
        if (ending && underWay.size === 0) idle.resolve();
      });
      // Whoever keeps the connection would meet nobody there.
      if (ending) res.shouldKeepAlive = false;
    },
    refusal: () => (ending ? { code: 'busy', retryAfterS: RETRY_S } : null),
    running: () => underWay.size,
    begin(graceMs) {
      ending ??= end();
      if (graceMs <= 0) over.abort();
      else setTimeout(() => over.abort(), graceMs).unref();
      return ending;
    },
  };
}

/** Whether somebody else has answered meanwhile, or nobody is there to be answered. */
export function isAnswered(res: ServerResponse): boolean {
  return res.headersSent || res.destroyed;
}
