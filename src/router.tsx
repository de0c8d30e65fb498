import { createRouter } from '@tanstack/react-router';
import { ErrorPage } from '#/site/ErrorPage.tsx';
import { NotFoundPage } from '#/site/NotFoundPage.tsx';
import { pageNonce } from '#/site/nonce.ts';
import { routeTree } from './routeTree.gen.ts';

/** One router for each request on the server, and for each page in the browser. */
export function getRouter() {
  return createRouter({
    routeTree,
    ssr: { nonce: pageNonce() },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
