import { useSyncExternalStore } from 'react';
import type { Queue } from './queue.ts';
import { isRestored, snapshot, subscribe } from './queue-store.ts';

const EMPTY: Queue = [];

/** The queue; while the page is rendered on the server and hydrated, what came with the page. */
export function useQueue(fromServer: Queue = EMPTY): Queue {
  // Until the stored queue is there, what came with the page stays, so that nothing blinks.
  const current = () => (isRestored() ? snapshot() : fromServer);
  return useSyncExternalStore(subscribe, current, () => fromServer);
}
