import { useSyncExternalStore } from 'react';
import { createEmitter } from '#/model/emitter.ts';
import { recall } from '#/site/browser/local-storage.ts';

/** What the toolbar tells of the queue. Apart from the queue itself, which is loaded only when there is something in it. */
type QueueSignal = {
  count: number;
  /** How far all running downloads are together, between 0 and 1; null: none runs. */
  share: number | null;
};

export const QUEUE_STORAGE_KEY = 'clipferry-queue-1';
/** What of the queue the server knows, and whose it is. */
export const AGREEMENT_STORAGE_KEY = 'clipferry-queue-of';

const EMPTY: QueueSignal = { count: 0, share: null };
const changes = createEmitter();
let current: QueueSignal | undefined;

export function signalQueue(signal: QueueSignal): void {
  current = signal;
  changes.emit();
}

/** Calls whenever the toolbar is told something else. Returns how to stop. */
export function onQueueSignal(listener: () => void): () => void {
  return changes.on(listener);
}

export function useQueueSignal(): QueueSignal {
  return useSyncExternalStore(
    onQueueSignal,
    () => (current ??= { count: storedCount(), share: null }),
    () => EMPTY,
  );
}

/** Entries there are, in this page or left by an earlier one. */
export function queuedCount(): number {
  return current?.count ?? storedCount();
}

/** Entries that an earlier page left in the browser's storage. */
function storedCount(): number {
  try {
    const stored: unknown = JSON.parse(recall(QUEUE_STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.length : 0;
  } catch (error) {
    if (error instanceof SyntaxError) return 0;
    throw error;
  }
}
