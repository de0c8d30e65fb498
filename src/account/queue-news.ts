import type { QueueSnapshot } from '#/model/account.ts';

type Listener = (snapshot: QueueSnapshot) => void;

const listeners = new Set<Listener>();

/** Tells what the server has of the user's queue, as it has just answered. */
export function announceQueue(snapshot: QueueSnapshot): void {
  for (const listener of listeners) listener(snapshot);
}

/** Calls `listener` with each of those answers. Returns how to stop. */
export function watchQueueNews(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
