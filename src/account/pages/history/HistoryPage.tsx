import { Button } from '@mantine/core';
import { useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { DownloadRecord } from '#/model/download.ts';
import type { Account } from '../account-ports.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { Problem } from '../Problem.tsx';
import { Section } from '../Section.tsx';
import { HistoryFilters } from './HistoryFilters.tsx';
import { HistoryList } from './HistoryList.tsx';
import type { HistoryFilter } from './history-filter.ts';
import { QueueSection } from './QueueSection.tsx';
import { useAnnouncement } from '#/site/components/use-announcement.tsx';
import { useTypedText } from '#/site/components/use-typed-text.ts';
import { useHistory } from './use-history.ts';
import { WatchedSection } from './WatchedSection.tsx';
import parts from '../parts.module.css';

type Props = {
  account: Pick<Account, 'user' | 'site'>;
  wanted: HistoryFilter;
  onWant: (wanted: HistoryFilter) => void;
};

/** What the user downloaded, on whichever device, and the queue that follows them. */
export function HistoryPage({ account, wanted, onWant: want }: Props) {
  const history = useHistory(account, wanted);
  const { listed, downloads, forget, clear } = history;
  const [asked, setAsked] = useState<DownloadRecord | 'all' | null>(null);
  const [said, announce] = useAnnouncement();
  const { text, type, noteWanted } = useTypedText(wanted.q ?? '');
  const isFiltered = Object.values(wanted).some((value) => value !== undefined);
  const isKnown = listed.isSuccess && !listed.isPlaceholderData;
  const hasNothing = isKnown && downloads.length === 0 && !isFiltered && text === '';
  const onWant = (next: HistoryFilter) => {
    noteWanted(next.q ?? '');
    want(next);
  };
  const showAll = () => {
    type('');
    onWant({});
  };
  const done = (text: string) => () => {
    setAsked(null);
    announce(text);
  };
  const confirm = () => {
    if (asked === 'all') clear.mutate(undefined, { onSuccess: done(m.account_history_cleared()) });
    else if (asked) forget.mutate(asked.id, { onSuccess: done(m.account_removed({ title: asked.title })) });
  };
  const ask = (next: DownloadRecord | 'all') => {
    forget.reset();
    clear.reset();
    announce('');
    setAsked(next);
  };
  return (
    <>
      <Section
        heading={m.account_history_downloads()}
        // Where there is nothing yet, the list says the same of what will come.
        {...(!hasNothing && { intro: m.account_history_intro() })}
        actions={
          (downloads.length > 0 || isFiltered) && (
            <Button variant="subtle" size="xs" onClick={() => ask('all')}>
              {m.account_history_clear()}
            </Button>
          )
        }
      >
        {!hasNothing && <HistoryFilters wanted={wanted} onWant={onWant} text={text} onType={type} />}
        <output className={parts.said}>{said}</output>
        <HistoryList history={history} isFiltered={isFiltered} onShowAll={showAll} onForget={ask} />
      </Section>
      <WatchedSection account={account} />
      <QueueSection account={account} />
      {asked !== null && (
        <ConfirmDialog
          title={asked === 'all' ? m.account_history_clear_title() : m.account_history_remove_title()}
          text={
            asked === 'all' ? m.account_history_clear_text() : m.account_history_remove_text({ title: asked.title })
          }
          label={asked === 'all' ? m.account_history_clear() : m.download_remove()}
          isPending={forget.isPending || clear.isPending}
          onConfirm={confirm}
          onClose={() => setAsked(null)}
        >
          <Problem error={asked === 'all' ? clear.error : forget.error} />
        </ConfirmDialog>
      )}
    </>
  );
}
