import { Button } from '@mantine/core';
import parts from '#/account/pages/parts.module.css';
import { m } from '#/language/paraglide/messages.js';
import { useAnnouncement } from '#/site/components/use-announcement.tsx';
import type { AdminLetter } from '#/model/admin.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { AdminProblem } from '../AdminProblem.tsx';
import { didText } from '../audit/action-text.ts';
import { ConfirmAction } from '../ConfirmAction.tsx';
import { Named, SourceLink, Time } from '../list/Cells.tsx';
import type { Column } from '../list/column.ts';
import type { ListPageProps } from '../list/list-page-props.ts';
import { ListPage } from '../list/ListPage.tsx';
import { useAdminChange } from '../use-admin-api.ts';

/** Files that could not be made: why, and once more, or never. */
export function DeadLettersPage({ search, onSearch }: ListPageProps) {
  const [said, announce] = useAnnouncement();
  return (
    <>
      <p className={`secondary ${parts.intro}`}>{m.admin_failed_files_intro()}</p>
      <output className={parts.said}>{said}</output>
      <ListPage
        list="letters"
        label={m.admin_nav_letters()}
        empty={{ text: m.admin_failed_files_none(), isGood: true }}
        columns={outgoingMessageColumns()}
        search={search}
        onSearch={onSearch}
        keyOf={({ id }) => id}
        renderActions={(letter) => <LetterActions letter={letter} onSaid={announce} />}
      />
    </>
  );
}

function LetterActions({ letter, onSaid }: { letter: AdminLetter; onSaid: (said: string) => void }) {
  const { id } = letter;
  const title = nameOf(letter);
  const retry = useAdminChange('retryLetter', () => onSaid(didText('letter.retry', title)));
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-busy={retry.isPending}
        aria-label={m.admin_named({ action: m.download_retry(), name: title })}
        onClick={() => !retry.isPending && retry.mutate({ id })}
      >
        {m.download_retry()}
      </Button>
      <ConfirmAction
        operation="discardLetter"
        given={{ id }}
        label={m.admin_failed_files_discard()}
        of={title}
        title={m.admin_named({ action: m.admin_failed_files_discard(), name: title })}
        text={m.admin_failed_files_discard_text({ title })}
        isDanger
        onDone={() => onSaid(didText('letter.discard', title))}
      />
      <AdminProblem error={retry.error} />
    </>
  );
}

function outgoingMessageColumns(): Column<AdminLetter>[] {
  return [
    {
      key: 'title',
      label: m.admin_title(),
      cell: (letter) => <Named platform={letter.platform}>{nameOf(letter)}</Named>,
    },
    { key: 'reason', label: m.admin_reason(), cell: ({ failure }) => FAILURE_TEXT[failure.code].title() },
    {
      key: 'link',
      label: m.admin_rule_url(),
      cell: ({ canonicalUrl }) => (canonicalUrl === null ? '–' : <SourceLink url={canonicalUrl} />),
    },
    { key: 'attempts', label: m.admin_failed_files_attempts(), isNumber: true, cell: ({ attempt }) => attempt },
    { key: 'when', label: m.admin_when(), cell: ({ failedAt }) => <Time at={failedAt} /> },
  ];
}

/** Of a job that was given up with the processes that tried it, only its number is known. */
function nameOf({ id, downloadId, title }: AdminLetter): string {
  return title || downloadId || id;
}
