import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { useEffect } from 'react';
import { formatTimeLeft } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { orUnanswered } from '#/site/browser/unanswered.ts';
import type { Queue } from '../queue/queue-item.ts';
import { allTransfers } from '../queue/queue.ts';
import { getUsage } from '../queue/queue.functions.ts';
import { allowTransfers } from '../queue/queue-store.ts';
import classes from '../queue/QueueList.module.css';

/** How long nothing must have been begun before it is asked again. */
const SETTLED_MS = 1_500;

/** What is left of the visitor's limits, and when it is whole again. Nothing, where the server does not tell. */
export function UsageLine({ queue }: { queue: Queue }) {
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
  if (!usage) return null;
  const { resolutions, downloads } = usage;
  const left = {
    links: resolutions.remaining,
    linkLimit: resolutions.limit,
    files: downloads.remaining,
    fileLimit: downloads.limit,
  };
  const resetsInS = nextReset(usage);
  return (
    <p className={classes.usage}>
      {resetsInS > 0 ? m.download_left_until({ ...left, time: formatTimeLeft(resetsInS) }) : m.download_left(left)}
    </p>
  );
}

type Allowance = { limit: number; remaining: number; resetsInS: number };

/** Seconds until all that is shown is there again; 0: it is. */
function nextReset({ resolutions, downloads }: { resolutions: Allowance; downloads: Allowance }): number {
  const used = [resolutions, downloads].filter(({ limit, remaining }) => remaining < limit);
  return Math.max(0, ...used.map(({ resetsInS }) => resetsInS));
}

/** Changes with everything that counts against a limit. */
function countUsed(queue: Queue): string {
  const read = queue.filter(({ state }) => state === 'ready' || state === 'failed').length;
  // It counts once the server sends it.
  const begun = allTransfers(queue).flatMap(([, { downloadId, progress }]) => (progress && downloadId) ?? []);
  return `${read} ${begun.join(' ')}`;
}
