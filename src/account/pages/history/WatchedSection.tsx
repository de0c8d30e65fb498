import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { WatchedLink } from '#/model/watched.ts';
import { StartTime } from '#/site/components/StartTime.tsx';
import { useWaiting } from '#/site/waiting/waiting.ts';
import { type Account, accountKey } from '../account-ports.ts';
import { Pending } from '../Pending.tsx';
import { Problem } from '../Problem.tsx';
import { isBug, valueOf } from '../refusal.ts';
import { Section } from '../Section.tsx';
import classes from './History.module.css';
import { LinkRow } from './LinkRow.tsx';

const STATE_TEXT: Record<WatchedLink['state'], () => string> = {
  waiting: m.watch_state_waiting,
  there: m.watch_state_ready,
  missed: m.watch_state_missed,
};

/** Links that the user waits for, and what has become of those that they have waited for. */
export function WatchedSection({ account: { user, site } }: { account: Pick<Account, 'user' | 'site'> }) {
  const queryClient = useQueryClient();
  const queryKey = accountKey(user, 'watched');
  const watched = useQuery({
    queryKey,
    queryFn: () => valueOf(site.listWatched()),
    staleTime: 0,
    throwOnError: isBug,
  });
  const { refetch } = watched;
  // What has changed while the page is open.
  const waiting = useWaiting();
  const live = waiting?.links;
  useEffect(() => {
    if (live) void refetch();
  }, [live, refetch]);
  const remove = useMutation({
    mutationFn: ({ id }: WatchedLink) => valueOf(site.forgetWatched(id)),
    onSuccess: (_, { id }) => {
      queryClient.setQueryData(queryKey, (before: WatchedLink[] = []) => before.filter((one) => one.id !== id));
      // Every page says what is there by what it was told.
      void waiting?.refresh();
    },
    throwOnError: isBug,
  });
  return (
    <Section heading={m.watch_heading()} intro={watched.data?.length === 0 ? m.watch_empty_text() : m.watch_intro()}>
      {watched.isPending && <Pending lines={1} />}
      {watched.isError && !watched.data && <Problem error={watched.error} onRetry={() => void refetch()} />}
      {watched.data && watched.data.length > 0 && (
        <ol className={classes.list}>
          {watched.data.map((one) => (
            <li key={one.id}>
              <WatchedRow
                watched={one}
                isLeaving={remove.isPending && remove.variables.id === one.id}
                onRemove={() => remove.mutate(one)}
              />
            </li>
          ))}
        </ol>
      )}
      <Problem error={remove.error} />
    </Section>
  );
}

type RowProps = { watched: WatchedLink; isLeaving: boolean; onRemove: () => void };

function WatchedRow({ watched: { platform, link, title, startsAt, state }, ...row }: RowProps) {
  const facts = (
    <>
      <span data-state={state === 'there' ? 'done' : undefined}>{STATE_TEXT[state]()}</span>
      {state === 'waiting' && startsAt !== null && <StartTime startsAt={startsAt} hidesPast />}
    </>
  );
  return <LinkRow platform={platform} link={link} name={title ?? link} mode={undefined} facts={facts} {...row} />;
}
