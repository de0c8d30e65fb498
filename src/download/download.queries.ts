import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getPlatformHealth, resolveLink } from './download.functions.ts';

/** Links read while the page is made on the server; the rest of a longer list is read in the browser. */
const LINKS_READ_AHEAD = 5;

export const resolveQuery = (link: string) =>
  queryOptions({
    queryKey: ['resolve', link],
    queryFn: ({ signal }) => resolveLink({ data: { url: link }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const platformHealthQuery = queryOptions({
  queryKey: ['platforms'],
  queryFn: () => getPlatformHealth(),
  staleTime: 30_000,
});

/** What a page with `?u=` needs before it is rendered, so that it works without JavaScript. */
export async function loadLinks(queryClient: QueryClient, text: string): Promise<void> {
  if (text === '') return;
  const { findLinks } = await import('#/model/links.ts');
  const good = findLinks(text).filter(({ problem }) => problem === null);
  await Promise.all(good.slice(0, LINKS_READ_AHEAD).map(({ link }) => queryClient.ensureQueryData(resolveQuery(link))));
}
