import { useSyncExternalStore } from 'react';
import type { Result } from '#/model/failure.ts';
import type { WatchedLink, WatchRequest } from '#/model/watched.ts';

/** What a signed-in user waits for, and how to change that; told by who follows the account (src/follow-account.ts). */
export type Waiting = {
  links: readonly WatchedLink[];
  watch: (request: WatchRequest) => Promise<Result<WatchedLink>>;
  forget: (id: string) => Promise<void>;
};

const listeners = new Set<() => void>();
let current: Waiting | null = null;

/** null: nobody is signed in. */
export function publishWaiting(waiting: Waiting | null): void {
  current = waiting;
  for (const listener of listeners) listener();
}

/** null: nobody is signed in, or it is not known yet. */
export function useWaiting(): Waiting | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
