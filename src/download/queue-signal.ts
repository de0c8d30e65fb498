import { useSyncExternalStore } from 'react';
import { recall } from './remember.ts';

/** What the toolbar tells of the queue. Apart from the queue itself, which is loaded only when there is something in it. */
export type QueueSignal = {
  count: number;
  /** How far all running downloads are together, between 0 and 1; null: none runs. */
  share: number | null;
};

export const QUEUE_STORAGE_KEY = 'clipferry-queue-1';

const EMPTY: QueueSignal = { count: 0, share: null };
const listeners = new Set<() => void>();
let current: QueueSignal | undefined;

export function signalQueue(signal: QueueSignal): void {
  current = signal;
  for (const listener of listeners) listener();
}

export function useQueueSignal(): QueueSignal {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (current ??= { count: storedCount(), share: null }),
    () => EMPTY,
  );
}

/** Entries that an earlier page left in the browser's storage. */
export function storedCount(): number {
  try {
    const stored: unknown = JSON.parse(recall(QUEUE_STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.length : 0;
  } catch (error) {
    if (error instanceof SyntaxError) return 0;
    throw error;
  }
}
