import type { NotedAnswer } from '#/model/engine/unread-answer.ts';
import { toStoreError } from './store/store-error.ts';
import { repeat } from '#/server/observability/repeat.ts';
import { fingerprintOf, type UnreadAnswerRepository } from '#/server/store/tables/unread-answers.ts';

export type UnreadKeeper = {
  /** Nothing waits for it. */
  note(answer: NotedAnswer): void;
  /** Writes what was noted. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

type Ports = { repository: Pick<UnreadAnswerRepository, 'note'>; log: (message: string) => void; everyMs?: number };

const EVERY_MS = 5_000;
/** Different ones that wait to be written; what comes on top of them is only counted elsewhere. */
const WAITING_MAX = 20;

/** Keeps answers that nobody understood for operators, the same one once: a platform in trouble gives as many as there are visitors. */
export function createUnreadKeeper({ repository, log, everyMs = EVERY_MS }: Ports): UnreadKeeper {
  let waiting = new Map<string, { answer: NotedAnswer; count: number }>();
  let isAway = false;

  async function write(): Promise<void> {
    const noted = waiting;
    if (noted.size === 0) return;
    waiting = new Map();
    for (const { answer, count } of noted.values()) await repository.note(answer, count);
    isAway = false;
  }

  const flushes = repeat(write, everyMs, (error) => {
    if (!isAway) log(`Answers that were not understood are not kept. ${toStoreError(error).message}`);
    isAway = true;
  });
  return {
    note(answer) {
      const key = fingerprintOf(answer);
      const known = waiting.get(key);
      if (known) known.count++;
      else if (waiting.size < WAITING_MAX) waiting.set(key, { answer, count: 1 });
    },
    flush: flushes.now,
    async close() {
      await flushes.now();
      await flushes.close();
    },
  };
}
