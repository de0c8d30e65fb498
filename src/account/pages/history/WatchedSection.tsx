import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { WatchedLink } from '#/model/watched.ts';
import { PlatformMark } from '#/site/PlatformMark.tsx';
import { StartTime } from '#/site/StartTime.tsx';
import { useWaiting } from '#/site/waiting.ts';
import { type Account, accountKey } from '../account-ports.ts';
import { EmptyNote } from '../EmptyNote.tsx';
import { Pending } from '../Pending.tsx';
import { Problem } from '../Problem.tsx';
import { isBug, valueOf } from '../refusal.ts';
import { Section } from '../Section.tsx';
import { FormLink } from './FormLink.tsx';
import classes from './History.module.css';

const STATE_TEXT: Record<WatchedLink['state'], () => string> = {
  waiting: m.watch_state_waiting,
  there: m.watch_state_there,
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
  const live = useWaiting()?.links;
  useEffect(() => {
    if (live) void refetch();
  }, [live, refetch]);
  const remove = useMutation({
    mutationFn: ({ id }: WatchedLink) => valueOf(site.forgetWatched(id)),
    onSuccess: (_, { id }) =>
      queryClient.setQueryData(queryKey, (before: WatchedLink[] = []) => before.filter((one) => one.id !== id)),
    throwOnError: isBug,
  });
  return (
    <Section heading={m.watch_heading()} intro={m.watch_intro()}>
      {watched.isPending && <Pending lines={1} />}
      {watched.isError && !watched.data && <Problem error={watched.error} onRetry={() => void refetch()} />}
      {watched.data?.length === 0 && <EmptyNote title={m.watch_empty()} text={m.watch_empty_text()} />}
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

function WatchedRow({ watched: { platform, link, title, startsAt, state }, isLeaving, onRemove }: RowProps) {
  const name = title ?? link;
  return (
    <article className={classes.row} aria-label={name}>
      <div className={classes.about}>
        <p className={classes.link}>
          <PlatformMark platform={platform} />
          <bdi>{name}</bdi>
        </p>
        <p className={classes.facts}>
          <span data-state={state === 'there' ? 'done' : undefined}>{STATE_TEXT[state]()}</span>
          {state === 'waiting' && startsAt !== null && <StartTime startsAt={startsAt} hidesPast />}
        </p>
      </div>
      <div className={classes.actions}>
        <FormLink platform={platform} link={link} mode={undefined} label={`${m.account_queue_open()}: ${name}`}>
          {m.account_queue_open()}
        </FormLink>
        <Button
          variant="subtle"
          className={classes.quiet}
          size="sm"
          disabled={isLeaving}
          onClick={onRemove}
          aria-label={m.download_remove_named({ title: name })}
        >
          {m.download_remove()}
        </Button>
      </div>
    </article>
  );
}
