import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { createContext, useEffect } from 'react';
import type { Allowance, Usage } from '#/model/download.ts';
import { orUnanswered } from '#/site/browser/unanswered.ts';
import type { Queue } from '../queue/queue-item.ts';
import { allTransfers } from '../queue/queue.ts';
import { getUsage } from '../queue/queue.functions.ts';
import { allowTransfers } from '../queue/queue-store.ts';

/** How long nothing must have been begun before it is asked again. */
const SETTLED_MS = 1_500;

/** What is left of the visitor's limits, for what asks for many links at once; null: not known. */
export const UsageContext = createContext<Usage | null>(null);

/** What is left of the visitor's limits; null where the server does not tell. */
export function useUsage(queue: Queue): Usage | null {
  const isHydrated = useHydrated();
  const [used] = useDebouncedValue(countUsed(queue), SETTLED_MS);
  const { data } = useQuery({
    queryKey: ['usage', used],
    queryFn: () => orUnanswered(getUsage()),
    enabled: isHydrated,
    placeholderData: keepPreviousData,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.ok ? nextReset(state.data.value) * 1000 || false : false),
  });
  const usage = data?.ok ? data.value : null;
  const limit = usage?.transfers.limit;
  useEffect(() => {
    if (limit !== undefined) allowTransfers(limit);
  }, [limit]);
  return usage;
}

/** Seconds until all that is counted is there again; 0: it is. */
export function nextReset({ resolutions, downloads }: Pick<Usage, 'resolutions' | 'downloads'>): number {
  const used = [resolutions, downloads].filter(({ limit, remaining }) => remaining < limit);
  return Math.max(0, ...used.map(({ resetsInS }) => resetsInS));
}

/** Share of a limit below which the visitor is told of it unasked. */
const LOW_SHARE = 0.2;

/** Whether little is left of what is counted. */
export function isLow({ resolutions, downloads }: Pick<Usage, 'resolutions' | 'downloads'>): boolean {
  return [resolutions, downloads].some(({ limit, remaining }: Allowance) => remaining < limit * LOW_SHARE);
}

/** Changes with everything that counts against a limit. */
function countUsed(queue: Queue): string {
  const read = queue.filter(({ state }) => state === 'ready' || state === 'failed').length;
  // It counts once the server sends it.
  const begun = allTransfers(queue).flatMap(([, { downloadId, progress }]) => (progress && downloadId) ?? []);
  return `${read} ${begun.join(' ')}`;
}
