import { accountTheme } from '#/account/theme.ts';
import { Refusal } from '#/account/pages/refusal.ts';
import { AdminContext } from '#/admin/admin-context.ts';
import { AdminProblem } from '#/admin/AdminProblem.tsx';
import { ConfirmAction } from '#/admin/ConfirmAction.tsx';
import { ListFilters } from '#/admin/list/ListFilters.tsx';
import { ListTable } from '#/admin/list/ListTable.tsx';
import { PlatformTable } from '#/admin/overview/PlatformTable.tsx';
import { PlatformState } from '#/admin/platforms/PlatformState.tsx';
import { formatBytes } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { fail } from '#/model/failure.ts';
import { PartProviders } from '#/site/frame/PartProviders.tsx';
import { PlatformHistory } from '#/status/PlatformHistory.tsx';
import { hours, PLATFORM_STATES, RECORDS, STATUSES } from '../data.ts';
import { SpecimenGroup, Specimen } from '../Specimen.tsx';

const nothing = () => {};
/** Nobody is asked anything here. */
const refuse = async () => {
  const { failure } = fail('busy');
  return { ok: false, failure: { ...failure, status: null } } as const;
};
const OPERATOR = {
  call: refuse,
  list: refuse,
  exportList: refuse,
  user: { id: 'sub-1', username: 'ada', name: 'Ada', groups: [] },
};

/** What the pages of operators and the page of the platforms' states are made of. */
export function OperatorSpecimens() {
  const rows = Object.values(RECORDS);
  return (
    <>
      <PartProviders theme={accountTheme}>
        <AdminContext value={OPERATOR}>
          <SpecimenGroup name="operators">
            <Specimen name="filters" isWide>
              <ListFilters
                filters={[
                  { name: 'q', label: m.account_history_search(), kind: 'text' },
                  { name: 'state', label: m.account_history_state(), kind: 'choice', options: [] },
                ]}
                wanted={{}}
                onWant={nothing}
              />
            </Specimen>
            <Specimen name="list" isWide>
              <ListTable
                label={m.account_history_downloads()}
                rows={rows}
                keyOf={({ id }) => id}
                columns={[
                  { key: 'title', label: m.admin_list_actions(), cell: ({ title }) => title },
                  {
                    key: 'size',
                    label: m.download_column_size(),
                    isNumber: true,
                    cell: ({ receivedBytes }) => formatBytes(receivedBytes),
                  },
                ]}
                renderActions={({ id, title }) => (
                  <ConfirmAction
                    operation="cancelDownload"
                    given={{ id }}
                    label={m.download_cancel()}
                    of={title}
                    title={m.download_cancel()}
                    text={title}
                    isDanger
                  />
                )}
              />
            </Specimen>
            <Specimen name="platforms" isWide>
              <PlatformTable
                rows={[
                  { platform: 'youtube', hours: hours(3) },
                  { platform: 'tiktok', hours: hours(0) },
                ]}
              />
            </Specimen>
            {Object.entries(PLATFORM_STATES).map(([name, state]) => (
              <Specimen key={name} name={`platform, ${name}`}>
                <PlatformState of={state} />
              </Specimen>
            ))}
            <Specimen name="problem" isWide>
              <AdminProblem error={new Refusal(fail('busy').failure)} onRetry={nothing} />
            </Specimen>
          </SpecimenGroup>
        </AdminContext>
      </PartProviders>
      <SpecimenGroup name="status">
        {Object.entries(STATUSES).map(([name, { platform, status, since }]) => (
          <Specimen key={name} name={name} isWide>
            <PlatformHistory platform={platform} status={status} since={since} />
          </Specimen>
        ))}
      </SpecimenGroup>
    </>
  );
}
