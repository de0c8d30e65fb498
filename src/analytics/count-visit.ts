import { onAnalyticsEvent } from '#/site/browser/analytics-events.ts';
import { holdsLink, isTagManagerLoaded, loadTagManager, pushEvent } from './tag-manager.ts';

/** How the page is called: `{page}___{lang}`. Pages that are not found have no name, and are not counted. */
function currentPage(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="route-name"]')?.content ?? null;
}

/** Whether the tag manager, which reads addresses by itself, would see what the visitor has pasted. */
function isLinkVisible(): boolean {
  return [location.href, document.referrer].some(holdsLink);
}

type Visit = {
  /** Begins to count, as the visitor has allowed; what has happened before is not counted. */
  allow(): void;
  refuse(): void;
  /** The visitor is on another page now. */
  onStep(): void;
};

/** What a visitor does, told to the tag manager from when they allow it: pages by their names, and what happens on them. */
export function countVisit(id: string): Visit {
  let isAllowed = false;

  function countPage(): void {
    const page = currentPage();
    if (!isAllowed || page === null || isLinkVisible()) return;
    loadTagManager(id);
    pushEvent({ event: 'page_view', page });
  }

  onAnalyticsEvent((event) => {
    const page = currentPage();
    if (isAllowed && isTagManagerLoaded() && page !== null && !isLinkVisible()) pushEvent({ ...event, page });
  });
  return {
    allow() {
      isAllowed = true;
      countPage();
    },
    refuse() {
      isAllowed = false;
    },
    onStep: countPage,
  };
}
