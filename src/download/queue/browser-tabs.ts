import * as v from 'valibot';
import { Queue } from './queue-item.ts';
import { QUEUE_STORAGE_KEY } from './queue-signal.ts';
import { recall, remember } from '#/site/browser/local-storage.ts';
import type { TabMessage, TabPort } from './shared-queue.ts';

/** Name of the lock that the leading tab holds, and of the channel. Another version of the queue's format has another. */
const NAME = 'clipferry-queue';

/** The tabs of this browser. Where there are no locks, a tab is by itself. */
export function browserTabs(): TabPort {
  const isShared = 'locks' in navigator && 'BroadcastChannel' in globalThis;
  const channel = isShared ? new BroadcastChannel(NAME) : null;
  return {
    read() {
      const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), Queue), recall(QUEUE_STORAGE_KEY));
      return stored.success ? stored.output : null;
    },
    write: (queue) => remember(QUEUE_STORAGE_KEY, JSON.stringify(queue)),
    // A channel has no target: it never leaves the origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    post: (message) => channel?.postMessage(message),
    listen(onMessage) {
      channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => onMessage(data));
    },
    lead(turn) {
      const waiting = new AbortController();
      if (isShared) {
        // Fails only when it is aborted before it is this tab's turn.
        navigator.locks.request(NAME, { signal: waiting.signal }, turn).catch(() => {});
      } else void turn();
      return () => waiting.abort();
    },
    isShared,
  };
}
