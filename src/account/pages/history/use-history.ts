import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { HistoryListing } from '#/model/account.ts';
import { type Account, accountKey } from '../account-ports.ts';
import { isBug, Refusal, valueOf } from '../refusal.ts';
import type { HistoryFilter } from './history-filter.ts';

type Pages = InfiniteData<HistoryListing, string | null>;

/** The user's downloads that are wanted, page after page, and how to forget one of them or all. */
export function useHistory({ user, site }: Pick<Account, 'user' | 'site'>, wanted: HistoryFilter) {
  const queryClient = useQueryClient();
  const { q: search = '', platform = null, state = null } = wanted;
  const listed = useInfiniteQuery({
    queryKey: accountKey(user, 'history', { search, platform, state }),
    queryFn: ({ pageParam: cursor }) => valueOf(site.listHistory({ search, platform, state, cursor })),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    // While other ones are looked for, those that are there stay where they are.
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: isBug,
  });
  const forget = useMutation({
    mutationFn: (id: string) => valueOf(site.forgetDownload(id)).catch(unlessGone),
    onSuccess: (_, id) =>
      queryClient.setQueriesData<Pages>({ queryKey: accountKey(user, 'history') }, (pages) => without(pages, id)),
    throwOnError: isBug,
  });
  const clear = useMutation({
    mutationFn: () => valueOf(site.clearHistory()),
    onSuccess: () => queryClient.resetQueries({ queryKey: accountKey(user, 'history') }),
    throwOnError: isBug,
  });
  const downloads = listed.data?.pages.flatMap((page) => page.downloads) ?? [];
  return { listed, downloads, forget, clear };
}

/** Another device was quicker: what is gone need not be forgotten. */
function unlessGone(error: unknown): null {
  if (error instanceof Refusal && error.failure.code === 'download_unknown') return null;
  throw error;
}

function without(pages: Pages | undefined, id: string): Pages | undefined {
  return (
    pages && {
      ...pages,
      pages: pages.pages.map((page) => ({ ...page, downloads: page.downloads.filter((one) => one.id !== id) })),
    }
  );
}
