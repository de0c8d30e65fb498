import { createRouter } from '@tanstack/react-router';
import { DEFAULT_LOCALE } from '#/language/locales.ts';
import { ErrorPage } from '#/site/pages/ErrorPage.tsx';
import { NotFoundPage } from '#/site/pages/NotFoundPage.tsx';
import { pageNonce } from '#/site/serving/nonce.ts';
import { parseSearch, stringifySearch } from '#/site/browser/search-text.ts';
import { routeTree } from './routeTree.gen.ts';

/** One router for each request on the server, and for each page in the browser. */
export function getRouter() {
  return createRouter({
    routeTree,
    ssr: { nonce: pageNonce() },
    defaultPreload: 'intent',
    scrollRestoration: scrollsPages(),
    parseSearch,
    stringifySearch,
    // In another language a page is another one, unless its route says that it follows.
    defaultRemountDeps: ({ params }) => ('lang' in params && params.lang) || DEFAULT_LOCALE,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  });
}

/** Whether the router scrolls a page that it shows: the first one only where nobody has scrolled it before the code came. */
function scrollsPages(): () => boolean {
  let isFirst = true;
  return () => {
    // On the server nobody has: it asks whether to tell the page where its reader was the last time.
    const scrolls = !isFirst || typeof window === 'undefined' || window.scrollY === 0;
    isFirst = false;
    return scrolls;
  };
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
