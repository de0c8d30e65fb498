import { QueryClient } from '@tanstack/react-query';
import { createIsomorphicFn } from '@tanstack/react-start';

let ofThisPage: QueryClient | undefined;

/** The cache of the parts of a page that ask the server by TanStack Query: one in a browser, one for each rendering on the server. */
export const siteQueryClient = createIsomorphicFn()
  .server(createQueryClient)
  .client(() => (ofThisPage ??= createQueryClient()));

function createQueryClient(): QueryClient {
  // Who is offline is told so: TanStack Query would wait, without a word, until they are not.
  const networkMode = 'always';
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 60_000, networkMode, refetchOnReconnect: true },
      mutations: { networkMode },
    },
  });
}
