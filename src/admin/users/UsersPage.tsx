import parts from '#/account/pages/parts.module.css';
import { m } from '#/language/paraglide/messages.js';
import { useAnnouncement } from '#/site/components/use-announcement.tsx';
import type { AdminUser } from '#/model/admin.ts';
import { useAdmin } from '../admin-context.ts';
import { didText } from '../audit/action-text.ts';
import { ConfirmAction } from '../ConfirmAction.tsx';
import { Id, Time } from '../list/Cells.tsx';
import type { Column } from '../list/column.ts';
import type { ListPageProps } from '../list/list-page-props.ts';
import { ListPage } from '../list/ListPage.tsx';
import { userActions } from './user-actions.ts';
import { statusText } from './status-text.ts';
import cells from '../list/Cells.module.css';

/** People with accounts, and what can be done with those. */
export function UsersPage({ search, onSearch }: ListPageProps) {
  const { user } = useAdmin();
  const [said, announce] = useAnnouncement();
  return (
    <>
      <output className={parts.said}>{said}</output>
      <ListPage
        list="users"
        label={m.admin_nav_users()}
        empty={{ text: m.admin_list_no_match_text() }}
        filters={[{ name: 'search', kind: 'text', label: m.admin_users_search() }]}
        columns={userColumns(user.id)}
        search={search}
        onSearch={onSearch}
        keyOf={({ sub }) => sub}
        renderActions={(row) => <UserActions of={row} ownSub={user.id} onSaid={announce} />}
      />
    </>
  );
}

type ActionsProps = { of: AdminUser; ownSub: string; onSaid: (said: string) => void };

function UserActions({ of, ownSub, onSaid }: ActionsProps) {
  const name = nameOf(of);
  return userActions(of, ownSub).map(({ action, operation, label, text }) => (
    <ConfirmAction
      key={action}
      operation={operation}
      given={{ id: of.username }}
      label={label()}
      of={name}
      title={m.admin_named({ action: label(), name })}
      text={text()}
      isDanger={action === 'user.delete'}
      onDone={() => onSaid(didText(action, name))}
    />
  ));
}

function userColumns(ownSub: string): Column<AdminUser>[] {
  return [
    {
      key: 'email',
      label: m.admin_email(),
      cell: (row) => (
        <div className={cells.lines}>
          <bdi>{nameOf(row)}</bdi>
          <Id>{row.sub}</Id>
        </div>
      ),
    },
    {
      key: 'status',
      label: m.admin_list_state(),
      cell: (row) => (
        <span className={`cluster ${cells.beside}`}>
          {statusText(row.status)}
          {!row.isEnabled && (
            <span className={parts.badge} data-bad>
              {m.admin_user_disabled()}
            </span>
          )}
          {row.isAdmin && <span className={parts.badge}>{m.admin_user_admin()}</span>}
          {row.sub === ownSub && <span className={parts.badge}>{m.admin_user_you()}</span>}
        </span>
      ),
    },
    { key: 'created', label: m.admin_users_created(), cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
}

/** A pool may know somebody by a telephone number only. */
function nameOf({ email, username }: AdminUser): string {
  return email ?? username;
}
