import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import parts from '#/account/pages/parts.module.css';
import { m } from '#/language/paraglide/messages.js';
import { useAnnouncement } from '#/site/components/use-announcement.tsx';
import type { AdminDownload } from '#/model/admin.ts';
import { isRunning } from '#/model/download.ts';
import { didText } from '../audit/action-text.ts';
import { ConfirmAction } from '../ConfirmAction.tsx';
import type { ListPageProps } from '../list/list-page-props.ts';
import { ListPage } from '../list/ListPage.tsx';
import { downloadColumns, downloadFilters } from './downloads-list.tsx';

/** Downloads of everybody: what runs can be ended, what is kept deleted, and all of it taken down. */
export function DownloadsPage({ search, onSearch }: ListPageProps) {
  const [said, announce] = useAnnouncement();
  return (
    <>
      <output className={parts.said}>{said}</output>
      <ListPage
        list="downloads"
        label={m.admin_nav_downloads()}
        empty={{ text: m.admin_downloads_none() }}
        filters={downloadFilters()}
        columns={downloadColumns()}
        search={search}
        onSearch={onSearch}
        keyOf={({ id }) => id}
        renderActions={(row) => (
          <DownloadActions of={row} onEnded={() => announce(didText('download.cancel', row.title))} />
        )}
      />
    </>
  );
}

function DownloadActions({ of, onEnded }: { of: AdminDownload; onEnded: () => void }) {
  const { id, title, canonicalUrl } = of;
  return (
    <>
      {canBeEnded(of) && (
        <ConfirmAction
          operation="cancelDownload"
          given={{ id }}
          label={m.admin_downloads_end()}
          of={title}
          title={m.admin_named({ action: m.admin_downloads_end(), name: title })}
          text={m.admin_downloads_end_text({ title })}
          isDanger
          onDone={onEnded}
        />
      )}
      {canonicalUrl !== null && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={m.admin_named({ action: m.admin_downloads_block(), name: title })}
          renderRoot={(props) => <Link to="/{-$lang}/admin/rules" search={{ link: canonicalUrl }} {...props} />}
        >
          {m.admin_downloads_block()}
        </Button>
      )}
    </>
  );
}

/** Of what has ended, only a file that was kept is left. */
function canBeEnded({ state, isKept }: AdminDownload): boolean {
  return isRunning(state) || (isKept && state === 'ready');
}
