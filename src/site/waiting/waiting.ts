import { useSyncExternalStore } from 'react';
import { createEmitter } from '#/model/emitter.ts';
import type { Result } from '#/model/failure.ts';
import type { WatchedLink, WatchRequest } from '#/model/watched.ts';

/** What a signed-in user waits for, and how to change that; told by who follows the account (src/follow-account.ts). */
export type Waiting = {
  links: readonly WatchedLink[];
  watch: (request: WatchRequest) => Promise<Result<WatchedLink>>;
  forget: (id: string) => Promise<void>;
  /** Asks for the links anew, where they were changed by somebody else. */
  refresh: () => Promise<void>;
};

const changes = createEmitter();
let current: Waiting | null = null;

/** null: nobody is signed in. */
export function publishWaiting(waiting: Waiting | null): void {
  current = waiting;
  changes.emit();
}

/** null: nobody is signed in, or it is not known yet. */
export function useWaiting(): Waiting | null {
  return useSyncExternalStore(
    changes.on,
    () => current,
    () => null,
  );
}
