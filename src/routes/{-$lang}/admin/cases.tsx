import { createFileRoute } from '@tanstack/react-router';
import { CasesPage } from '#/admin/cases/CasesPage.tsx';
import { adminHead } from '#/admin/admin-head.ts';
import { readListSearch } from '#/admin/list/list-search.ts';
import { loadAdminPage } from '#/admin/load-page.ts';

export const Route = createFileRoute('/{-$lang}/admin/cases')({
  // All of it is loaded with the page: the others need not know more of it than its address.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: readListSearch,
  loader: () => loadAdminPage('cases'),
  head: ({ loaderData }) => adminHead('cases', loaderData),
  component: Cases,
});

function Cases() {
  const navigate = Route.useNavigate();
  return (
    <CasesPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
