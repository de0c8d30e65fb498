import { useState } from 'react';
import { CreatedKeys } from '#/account/pages/keys/CreatedKeys.tsx';
import parts from '#/account/pages/parts.module.css';
import { m } from '#/language/paraglide/messages.js';
import type { CreatedApiKey } from '#/model/api-key.ts';
import { useAnnouncement } from '#/site/components/use-announcement.tsx';
import { didText } from '../audit/action-text.ts';
import { ConfirmAction } from '../ConfirmAction.tsx';
import type { ListPageProps } from '../list/list-page-props.ts';
import { ListPage } from '../list/ListPage.tsx';
import { keyColumns, stateOf } from './key-columns.tsx';
import { NewAdminKeySection } from './NewAdminKeySection.tsx';

/** Keys of the downloader API, the operator's and those of users: all there are, and new ones, each of which is shown once. */
export function AdminKeysPage({ search, onSearch }: ListPageProps) {
  const [created, setCreated] = useState<readonly CreatedApiKey[]>([]);
  const [said, announce] = useAnnouncement();
  return (
    <>
      <CreatedKeys created={created} onLeft={setCreated} />
      <div className={parts.section}>
        <output className={parts.said}>{said}</output>
        <ListPage
          list="keys"
          label={m.admin_nav_keys()}
          empty={{ text: m.admin_keys_none() }}
          filters={[{ name: 'search', kind: 'text', label: m.admin_keys_search() }]}
          columns={keyColumns()}
          search={search}
          onSearch={onSearch}
          keyOf={({ id }) => id}
          renderActions={(key) =>
            stateOf(key) !== 'revoked' && (
              <ConfirmAction
                operation="revokeKey"
                given={{ id: key.id }}
                label={m.account_keys_revoke()}
                of={key.name}
                title={m.account_keys_revoke_title()}
                text={m.account_keys_revoke_text({ name: key.name })}
                isDanger
                onDone={() => announce(didText('key.revoke', key.name))}
              />
            )
          }
        />
      </div>
      <NewAdminKeySection onCreated={(one) => setCreated((all) => [one, ...all])} />
    </>
  );
}
