import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { QueueEntry } from '#/model/account.ts';
import { queueChanges } from '../../account-events.ts';
import { type Account, accountKey } from '../account-ports.ts';
import { MODE_TEXT } from '../mode-text.ts';
import { Pending } from '../Pending.tsx';
import { Problem } from '../Problem.tsx';
import { isBug, valueOf } from '../refusal.ts';
import { Section } from '../Section.tsx';
import classes from './History.module.css';
import { LinkRow } from './LinkRow.tsx';

/** Links that wait on every device of the user. */
export function QueueSection({ account: { user, site } }: { account: Pick<Account, 'user' | 'site'> }) {
  const queryClient = useQueryClient();
  const queryKey = useMemo(() => accountKey(user, 'queue'), [user]);
  const queue = useQuery({
    queryKey,
    queryFn: () => valueOf(site.listQueueEntries()),
    staleTime: 0,
    throwOnError: isBug,
  });
  // What this browser and the others put into the queue meanwhile.
  useEffect(() => queueChanges.on((snapshot) => queryClient.setQueryData(queryKey, snapshot)), [queryClient, queryKey]);
  const remove = useMutation({
    mutationFn: ({ id }: QueueEntry) => valueOf(site.removeQueueEntry(id)),
    onSuccess: (snapshot) => queryClient.setQueryData(queryKey, snapshot),
    throwOnError: isBug,
  });
  return (
    <Section
      heading={m.account_queue_heading()}
      intro={queue.data?.entries.length === 0 ? m.account_queue_empty_text() : m.account_queue_intro()}
    >
      {queue.isPending && <Pending lines={1} />}
      {queue.isError && !queue.data && <Problem error={queue.error} onRetry={() => void queue.refetch()} />}
      {queue.data && queue.data.entries.length > 0 && (
        <ol className={classes.list}>
          {queue.data.entries.map((entry) => (
            <li key={entry.id}>
              <QueueRow
                entry={entry}
                isLeaving={remove.isPending && remove.variables.id === entry.id}
                onRemove={() => remove.mutate(entry)}
              />
            </li>
          ))}
        </ol>
      )}
      <Problem error={remove.error} />
    </Section>
  );
}

type RowProps = { entry: QueueEntry; isLeaving: boolean; onRemove: () => void };

function QueueRow({ entry: { platform, link, mode, quality }, ...row }: RowProps) {
  const facts = (
    <>
      <span>{MODE_TEXT[mode]()}</span>
      {quality !== null && <span>{`${quality}p`}</span>}
    </>
  );
  return <LinkRow platform={platform} link={link} name={link} mode={mode} facts={facts} {...row} />;
}
