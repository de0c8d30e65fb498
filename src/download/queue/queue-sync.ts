import type { QueueAddition, QueueSnapshot } from '#/model/account.ts';
import type { Result } from '#/model/failure.ts';
import type { Queue } from './queue-item.ts';
import type { QueueEvent } from './queue.ts';
import { isChanged, mergeOf, planSync } from './sync-plan.ts';

/** The queue that the server has of who is signed in. Each answers the whole of it after the change. */
export type AccountQueue = {
  list(): Promise<Result<QueueSnapshot>>;
  put(addition: QueueAddition): Promise<Result<QueueSnapshot>>;
  remove(ids: readonly string[]): Promise<Result<QueueSnapshot>>;
};

/** What this browser and the server agreed on last, and for whom. Outlives the page, so that what is changed offline is known later. */
export type Agreement = { userId: string; ids: string[] };

type QueueSyncPorts = {
  account: AccountQueue;
  queue: { snapshot(): Queue; dispatch(event: QueueEvent): void; leads(): boolean };
  memory: { read(): Agreement | null; write(agreement: Agreement | null): void };
};

export type QueueSync = {
  /** Tells who is signed in; null: nobody, and what was somebody's leaves this browser. */
  setUser(userId: string | null): void;
  /** To be called after each change of the queue. */
  changed(): void;
  /** Asks the server, and tells it what is new here. Resolves when that is done, or cannot be done now. */
  refresh(): Promise<void>;
};

/** Changes that follow one another closely are sent together. */
const SEND_AFTER_MS = 1_000;
/** How often other devices are asked about while the page is to be seen, and a change is sent that has not come through. */
export const REFRESH_MS = 20_000;

/** Keeps the queue of this browser and the user's other devices the same. Only the tab that leads asks the server. */
export function createQueueSync({ account, queue, memory }: QueueSyncPorts): QueueSync {
  let userId: string | null = null;
  let removed: readonly string[] = [];
  let running: Promise<boolean> | null = null;
  let sending: ReturnType<typeof setTimeout> | undefined;
  /** Whether nothing came of the last try to agree: another right after it would fare no better. */
  let hasFailed = false;

  function agreedFor(user: string): string[] {
    const agreement = memory.read();
    return agreement?.userId === user ? agreement.ids : [];
  }

  /** Whether something came of it, if only that somebody else goes on. */
  async function exchange(user: string): Promise<boolean> {
    const listed = await account.list();
    if (!listed.ok) return false;
    const before = queue.snapshot();
    const agreed = agreedFor(user);
    const { remove, addition } = planSync(before, agreed, listed.value);
    const shortened = remove.length > 0 ? await account.remove(remove) : listed;
    const answer = addition && shortened.ok ? await account.put(addition) : shortened;
    // Whoever leads now, or is signed in, goes on from what was agreed on before: nothing of this is told twice.
    if (userId !== user || !queue.leads()) return true;
    if (!answer.ok) return false;
    removed = answer.value.removed;
    queue.dispatch(mergeOf(queue.snapshot(), before, agreed, answer.value));
    const ids = answer.value.entries.map(({ id }) => id);
    memory.write({ userId: user, ids });
    // In storage that is full nothing is kept: all of it looks like a change, however often it is told.
    return agreedFor(user).join() === ids.join();
  }

  async function refresh(): Promise<void> {
    clearTimeout(sending);
    sending = undefined;
    if (userId === null || !queue.leads()) return;
    running ??= exchange(userId).finally(() => (running = null));
    hasFailed = !(await running);
    // The queue may have changed meanwhile.
    changed();
  }

  function changed(): void {
    if (userId === null || sending !== undefined || running || !queue.leads()) return;
    if (!isChanged(queue.snapshot(), agreedFor(userId), removed)) return;
    sending = setTimeout(refresh, hasFailed ? REFRESH_MS : SEND_AFTER_MS);
  }

  return {
    setUser(user) {
      if (user === userId && user !== null) return;
      userId = user;
      const agreement = memory.read();
      if (agreement && agreement.userId !== user) {
        memory.write(null);
        queue.dispatch({ type: 'emptied' });
      }
      // All that comes now is theirs, also where the session ends before the server has heard of it. What a guest has stays a guest's until then.
      if (user !== null && queue.snapshot().length === 0) memory.write({ userId: user, ids: agreedFor(user) });
      void refresh();
    },
    changed,
    refresh,
  };
}
