import { useMatches } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { findLinks } from '#/model/links/links.ts';

/**
 * On <html> as `data-queue`, which style sheets fold the page above a queue by: `kept` by the browser and about to be shown (form/early-clicks.tsx),
 * or `shown`. An attribute, since `main:has(#queue)` had each key in the form look at all of the page again.
 */
type QueueMark = 'kept' | 'shown';

/** What the server writes there: on a page with the form it shows a queue of the links in the address. */
export const useQueueMark = createIsomorphicFn()
  .server((): QueueMark | undefined => {
    const text = useMatches({
      select: (all) => {
        const page = all.at(-1);
        return page?.routeId === '/{-$lang}/' || page?.routeId === '/{-$lang}/$platform' ? page.search.u : undefined;
      },
    });
    return findLinks(text ?? '').length > 0 ? 'shown' : undefined;
  })
  .client((): QueueMark | undefined => undefined);

/** Whether the page waits for the queue that the browser has kept. */
export function isQueueKept(): boolean {
  return document.documentElement.dataset['queue'] === ('kept' satisfies QueueMark);
}

/** What the page says once the queue speaks for itself. */
export function markQueue(isShown: boolean): void {
  const { dataset } = document.documentElement;
  if (isShown) dataset['queue'] = 'shown' satisfies QueueMark;
  else delete dataset['queue'];
}
