import { QueryClient } from '@tanstack/react-query';
import { createIsomorphicFn } from '@tanstack/react-start';
import { answersOutdated } from './kept-answers.ts';

let ofThisPage: QueryClient | undefined;

/** The cache of the parts of a page that ask the server by TanStack Query: one in a browser, one for each rendering on the server. */
export const siteQueryClient = createIsomorphicFn()
  .server(createQueryClient)
  .client(() => (ofThisPage ??= createPageClient()));

function createPageClient(): QueryClient {
  const client = createQueryClient();
  answersOutdated.on(() => {
    client.removeQueries({ type: 'inactive' });
    void client.resetQueries();
  });
  return client;
}

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
