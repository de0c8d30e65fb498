import { useSyncExternalStore } from 'react';
import type { Queue } from './queue-item.ts';
import { isRestored, snapshot, subscribe } from './queue-store.ts';

const EMPTY: Queue = [];

/**
 * The queue; what came with the page until that has been taken over.
 * @param isTakenOver whether the browser's own queue may be shown (form/use-taken-over.ts)
 */
export function useQueue(fromServer: Queue = EMPTY, isTakenOver = true): Queue {
  // Until the stored queue is there, what came with the page stays, so that nothing blinks.
  const current = () => (isTakenOver && isRestored() ? snapshot() : fromServer);
  return useSyncExternalStore(subscribe, current, () => fromServer);
}
