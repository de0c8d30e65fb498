import { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import { ErrorPage } from '#/site/ErrorPage.tsx';
import { NotFoundPage } from '#/site/NotFoundPage.tsx';
import { pageNonce } from '#/site/nonce.ts';
import { routeTree } from './routeTree.gen.ts';

/** One router and one query cache for each request on the server, and for each page in the browser. */
export function getRouter() {
  // Who is offline is told so: TanStack Query would wait, without a word, until they are not.
  const networkMode = 'always';
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 60_000, networkMode, refetchOnReconnect: true },
      mutations: { networkMode },
    },
  });
  const router = createRouter({
    routeTree,
    context: { queryClient },
    ssr: { nonce: pageNonce() },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  });
  setupRouterSsrQueryIntegration({ router, queryClient });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
