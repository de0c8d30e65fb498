import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '#/admin/audit/AuditPage.tsx';
import { adminHead } from '#/admin/admin-head.ts';
import { readListSearch } from '#/admin/list/list-search.ts';
import { loadAdminPage } from '#/admin/load-page.ts';

export const Route = createFileRoute('/{-$lang}/admin/audit')({
  // All of it is loaded with the page: the others need not know more of it than its address.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: readListSearch,
  loader: () => loadAdminPage('audit'),
  head: ({ loaderData }) => adminHead('audit', loaderData),
  component: Audit,
});

function Audit() {
  const navigate = Route.useNavigate();
  return (
    <AuditPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
