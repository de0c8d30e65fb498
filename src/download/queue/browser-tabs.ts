import * as v from 'valibot';
import { Queue } from './queue-item.ts';
import { QUEUE_STORAGE_KEY } from './queue-signal.ts';
import { recall, remember } from '#/site/browser/local-storage.ts';
import type { TabMessage, TabPort } from './shared-queue.ts';

/** Name of the lock that the leading tab holds, and of the channel. Another version of the queue's format has another. */
const NAME = 'clipferry-queue';

/**
 * The tabs of this browser. Where there are no locks or no channel, or this page may not have them (Firefox refuses the channel, and
 * Chromium the lock, to who has site data blocked), a tab is by itself: the latter is known only once the lock is asked for.
 */
export function browserTabs(): TabPort {
  let channel = openChannel();
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
      const { signal } = waiting;
      let hasBegun = false;
      const begin = () => {
        hasBegun = true;
        return turn();
      };
      const leadAlone = (refusal: unknown) => {
        if (signal.aborted) return;
        if (hasBegun) throw refusal;
        // Others lead by themselves, too: what one asks for must not be done by all of them.
        channel?.close();
        channel = null;
        void turn();
      };
      if (channel) navigator.locks.request(NAME, { signal }, begin).catch(leadAlone);
      else void turn();
      return () => waiting.abort();
    },
    get isShared() {
      return channel !== null;
    },
  };
}

/** null: this page cannot know of others. */
function openChannel(): BroadcastChannel | null {
  if (!('locks' in navigator && 'BroadcastChannel' in globalThis)) return null;
  try {
    return new BroadcastChannel(NAME);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
