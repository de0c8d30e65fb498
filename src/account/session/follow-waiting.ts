import { fail, type Result } from '#/model/failure.ts';
import type { WatchedLink } from '#/model/watched.ts';
import { orUnanswered } from '#/site/browser/unanswered.ts';
import { publishWaiting } from '#/site/waiting/waiting.ts';
import { forgetWatched, listWatched, watchLink } from '../watched.functions.ts';

/** Where the server tells that something has changed; what, it tells who asks with a token. */
const EVENTS_PATH = '/api/v1/watched/events';

/**
 * Follows what a user waits for: from when somebody is signed in, whenever they come back to the page, and as soon as something changes
 * while they wait for anything. Returns how to say who that is; null: nobody.
 */
export function followWaiting(): (userId: string | null) => void {
  let user: string | null = null;
  let events: EventSource | undefined;

  function show(links: readonly WatchedLink[]): void {
    const isWaiting = links.some(({ state }) => state === 'waiting');
    if (!isWaiting || events?.readyState === EventSource.CLOSED) hangUp();
    if (isWaiting && !events) {
      events = new EventSource(EVENTS_PATH);
      events.addEventListener('changed', () => void refresh());
    }
    publishWaiting({ links, watch, forget, refresh });
  }

  function hangUp(): void {
    events?.close();
    events = undefined;
  }

  async function refresh(): Promise<void> {
    const asked = user;
    if (asked === null) return;
    const listed = await orUnanswered(listWatched());
    // Without an answer, what was there is still the best that is known.
    if (user === asked && listed.ok) show(listed.value);
  }

  async function watch(data: Parameters<typeof watchLink>[0]['data']): Promise<Result<WatchedLink>> {
    if (user === null) return fail('unauthorized');
    const watched = await orUnanswered(watchLink({ data }));
    await refresh();
    return watched;
  }

  async function forget(id: string): Promise<void> {
    await orUnanswered(forgetWatched({ data: { id } }));
    await refresh();
  }

  addEventListener('focus', () => void refresh());
  return (userId) => {
    user = userId;
    if (userId !== null) return void refresh();
    hangUp();
    publishWaiting(null);
  };
}
