import { platforms } from '#app.config';
import { DOWNLOAD_STATE_TEXT } from '#/account/pages/history/state-text.ts';
import { formatBytes } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { AdminDownload } from '#/model/admin.ts';
import { DOWNLOAD_STATES } from '#/model/download.ts';
import { PLATFORMS } from '#/model/platform.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { Id, Named, SourceLink, Time } from '../list/Cells.tsx';
import type { Column } from '../list/column.ts';
import type { Filter } from '../list/filter.ts';
import type { FilterName } from '../operations.ts';
import cells from '../list/Cells.module.css';
import classes from './Downloads.module.css';

export function downloadFilters(): Filter<FilterName<'downloads'>>[] {
  return [
    { name: 'search', kind: 'text', label: m.account_history_search() },
    {
      name: 'state',
      kind: 'choice',
      label: m.admin_list_state(),
      options: DOWNLOAD_STATES.map((value) => ({ value, label: DOWNLOAD_STATE_TEXT[value]() })),
    },
    {
      name: 'platform',
      kind: 'choice',
      label: m.admin_list_platform(),
      options: PLATFORMS.map((value) => ({ value, label: platforms[value].name })),
    },
    { name: 'from', kind: 'time', label: m.admin_list_from() },
    { name: 'until', kind: 'time', label: m.admin_list_until() },
    { name: 'userId', kind: 'text', label: m.admin_user_id() },
  ];
}

export function downloadColumns(): Column<AdminDownload>[] {
  return [
    {
      key: 'title',
      label: m.admin_title(),
      cell: ({ platform, title, canonicalUrl }) => (
        <div className={cells.lines}>
          <Named platform={platform}>{title}</Named>
          {canonicalUrl !== null && <SourceLink url={canonicalUrl} />}
        </div>
      ),
    },
    { key: 'state', label: m.admin_list_state(), cell: (row) => <State of={row} /> },
    { key: 'size', label: m.admin_size(), isNumber: true, cell: sizeOf },
    { key: 'who', label: m.admin_who(), cell: (row) => <Owner of={row} /> },
    { key: 'when', label: m.admin_when(), cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
}

function State({ of: { state, failure } }: { of: AdminDownload }) {
  return (
    <div className={`${cells.lines} ${classes.state}`} data-state={state}>
      <span>{DOWNLOAD_STATE_TEXT[state]()}</span>
      {state === 'failed' && failure && <span className={classes.reason}>{FAILURE_TEXT[failure.code].title()}</span>}
    </div>
  );
}

/** `12 MB / 48 MB` while it runs. */
function sizeOf({ receivedBytes, totalBytes }: AdminDownload): string {
  const received = formatBytes(receivedBytes);
  return totalBytes === null || totalBytes === receivedBytes ? received : `${received} / ${formatBytes(totalBytes)}`;
}

function Owner({ of: { ownerKind, ownerId } }: { of: AdminDownload }) {
  if (ownerId === null) return m.admin_guest();
  return <Id>{ownerKind === 'key' ? m.admin_key_named({ id: ownerId }) : m.admin_user_named({ id: ownerId })}</Id>;
}
