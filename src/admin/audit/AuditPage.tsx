import { m } from '#/language/paraglide/messages.js';
import { AUDIT_ACTIONS, type AuditEntry } from '#/model/operations.ts';
import { useAdmin } from '../admin-context.ts';
import { Id, Time } from '../list/Cells.tsx';
import type { Column } from '../list/column.ts';
import type { Filter } from '../list/filter.ts';
import type { FilterName } from '../operations.ts';
import type { ListPageProps } from '../list/list-page-props.ts';
import { ListPage } from '../list/ListPage.tsx';
import { AUDIT_ACTION_TEXT } from './action-text.ts';
import { Differences } from './Differences.tsx';

/** Who changed what, when, from what to what. */
export function AuditPage({ search, onSearch }: ListPageProps) {
  const { user } = useAdmin();
  return (
    <ListPage
      list="audit"
      label={m.admin_nav_audit()}
      empty={{ text: m.admin_audit_none() }}
      filters={auditFilters()}
      columns={auditColumns(user.id)}
      search={search}
      onSearch={onSearch}
      keyOf={({ id }) => id}
    />
  );
}

function auditFilters(): Filter<FilterName<'audit'>>[] {
  const actions = AUDIT_ACTIONS.map((value) => ({ value, label: AUDIT_ACTION_TEXT[value]() }));
  return [
    { name: 'search', kind: 'text', label: m.admin_audit_search() },
    { name: 'action', kind: 'choice', label: m.admin_audit_action(), options: actions },
    { name: 'from', kind: 'time', label: m.admin_list_from() },
    { name: 'until', kind: 'time', label: m.admin_list_until() },
  ];
}

function auditColumns(ownSub: string): Column<AuditEntry>[] {
  return [
    { key: 'action', label: m.admin_audit_action(), cell: ({ action }) => AUDIT_ACTION_TEXT[action]() },
    { key: 'target', label: m.admin_audit_target(), cell: ({ target }) => <Id>{target}</Id> },
    { key: 'changes', label: m.admin_audit_changes(), cell: (entry) => <Differences {...entry} /> },
    {
      key: 'who',
      label: m.admin_who(),
      cell: ({ actor }) => (actor === `user:${ownSub}` ? m.admin_user_you() : <Id>{actor}</Id>),
    },
    { key: 'when', label: m.admin_when(), cell: ({ at }) => <Time at={at} /> },
  ];
}
