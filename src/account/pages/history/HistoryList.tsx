import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { DownloadRecord } from '#/model/download.ts';
import { formatDay } from '#/language/format.ts';
import { useFocusOnMore } from '#/site/browser/use-focus-on-more.ts';
import { EmptyNote } from '../EmptyNote.tsx';
import { Pending } from '../Pending.tsx';
import { Problem } from '../Problem.tsx';
import { HistoryRow } from './HistoryRow.tsx';
import type { useHistory } from './use-history.ts';
import classes from './History.module.css';

type Props = {
  history: ReturnType<typeof useHistory>;
  isFiltered: boolean;
  onShowAll: () => void;
  onForget: (download: DownloadRecord) => void;
};

/** The downloads of a history, or why there are none to see. */
export function HistoryList({ history: { listed, downloads }, isFiltered, onShowAll, onForget }: Props) {
  const [now] = useState(Date.now);
  const list = useRef<HTMLDivElement>(null);
  const onOlder = useFocusOnMore(list, 'article', listed.isFetchingNextPage);
  // That nothing was found before says nothing of what is looked for now.
  if (listed.isPending || (listed.isPlaceholderData && downloads.length === 0)) return <Pending />;
  if (listed.isError && downloads.length === 0)
    return <Problem error={listed.error} onRetry={() => void listed.refetch()} />;
  if (downloads.length === 0) return isFiltered ? <NoMatch onShowAll={onShowAll} /> : <NothingYet />;
  const isOlderRefused = listed.isFetchNextPageError;
  const showOlder = () => {
    if (listed.isFetchingNextPage) return;
    onOlder();
    void listed.fetchNextPage();
  };
  return (
    <div ref={list} className={classes.listed}>
      <div className={classes.days} aria-busy={listed.isPlaceholderData}>
        {byDay(downloads, now).map(({ name, entries }) => (
          <section key={name} className={classes.day} aria-label={name}>
            <h3>{name}</h3>
            <ol className={classes.list}>
              {entries.map((download) => (
                <li key={download.id}>
                  <HistoryRow download={download} onForget={() => onForget(download)} />
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
      {listed.isError && (
        <Problem error={listed.error} onRetry={isOlderRefused ? showOlder : () => void listed.refetch()} />
      )}
      {listed.hasNextPage && !isOlderRefused && (
        <Button
          variant="default"
          className={classes.older}
          // One that is disabled would lose the focus.
          aria-busy={listed.isFetchingNextPage}
          onClick={showOlder}
        >
          {listed.isFetchingNextPage ? m.account_loading() : m.account_history_older()}
        </Button>
      )}
    </div>
  );
}

function NothingYet() {
  return (
    <EmptyNote title={m.account_history_empty()} text={m.account_history_empty_text()}>
      {/* Home is not the current page of a language with a prefix, whose path its begins with. */}
      <Link to="/{-$lang}" activeOptions={{ exact: true }}>
        {m.section_paste_link()}
      </Link>
    </EmptyNote>
  );
}

function NoMatch({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyNote title={m.account_history_no_match()} text={m.account_history_no_match_text()}>
      <Button variant="default" size="xs" onClick={onShowAll}>
        {m.account_history_show_all()}
      </Button>
    </EmptyNote>
  );
}

type Day<One> = { name: string; entries: One[] };

/**
 * What happened, by the visitor's days, in the order it comes in.
 * @param now epoch milliseconds: whose day is today
 */
function byDay<One extends { createdAt: string }>(entries: readonly One[], now: number): Day<One>[] {
  const days = new Map<string, Day<One>>();
  for (const entry of entries) {
    const key = new Date(entry.createdAt).toDateString();
    const day = days.get(key) ?? { name: formatDay(entry.createdAt, now), entries: [] };
    day.entries.push(entry);
    days.set(key, day);
  }
  return [...days.values()];
}
