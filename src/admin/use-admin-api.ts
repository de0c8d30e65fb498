import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isBug, valueOf } from '#/account/pages/refusal.ts';
import type { Filtered } from './admin-api.ts';
import { adminKey, useAdmin } from './admin-context.ts';
import type { AnswerOf, GivenOf, ListName, OperationName, PageOf } from './operations.ts';

type Options = {
  /** Asked again this often, as long as somebody looks. */
  everyMs?: number;
};

/**
 * The answer of an operation that only tells. Errors are of the kind that AdminProblem shows. Where nothing was answered yet, the error
 * stays while it is asked again: what is there is neither read out anew each time, nor taken from below whoever stands on it.
 */
export function useAdminAnswer<Name extends OperationName>(name: Name, given: GivenOf<Name>, options: Options = {}) {
  const admin = useAdmin();
  const [last, setLast] = useState<Error | null>(null);
  const { data, error, isPending, errorUpdateCount, refetch } = useQuery({
    queryKey: adminKey(admin, name, given),
    queryFn: () => valueOf(admin.call(name, given)),
    staleTime: 0,
    refetchInterval: options.everyMs ?? false,
    throwOnError: isBug,
  });
  if (error !== null && error !== last) setLast(error);
  const told = error ?? (isPending && errorUpdateCount > 0 ? last : null);
  return { data, error: told, isError: told !== null, isPending: isPending && told === null, refetch };
}

/**
 * An operation that changes something; whatever else is shown of the admin API is asked for anew after it. `onChanged` hears of it also
 * where the row that asked is gone by then.
 */
export function useAdminChange<Name extends OperationName>(name: Name, onChanged?: (answer: AnswerOf<Name>) => void) {
  const admin = useAdmin();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (given: GivenOf<Name>) => valueOf(admin.call(name, given)),
    onSuccess: async (answer) => {
      onChanged?.(answer);
      const shown = { queryKey: adminKey(admin) };
      // A first answer that is on its way already would be taken for a new one.
      await queryClient.cancelQueries(shown);
      await queryClient.invalidateQueries(shown);
    },
    throwOnError: isBug,
  });
}

/** A list, page after page. While others are looked for, the rows that are there stay where they are. */
export function useAdminList<Name extends ListName>(name: Name, query: Filtered) {
  const admin = useAdmin();
  const listed = useInfiniteQuery({
    queryKey: adminKey(admin, name, query),
    queryFn: ({ pageParam: cursor }): Promise<PageOf<Name>> =>
      valueOf(admin.list(name, cursor === null ? query : { ...query, cursor })),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: isBug,
  });
  return { listed, rows: listed.data?.pages.flatMap((page) => page.rows) ?? [] };
}
