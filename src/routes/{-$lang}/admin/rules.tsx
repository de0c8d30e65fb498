import { createFileRoute } from '@tanstack/react-router';
import { RulesPage } from '#/admin/rules/RulesPage.tsx';
import { adminHead } from '#/admin/admin-head.ts';
import { readListSearch } from '#/admin/list/list-search.ts';
import { loadAdminPage } from '#/admin/load-page.ts';

export const Route = createFileRoute('/{-$lang}/admin/rules')({
  // All of it is loaded with the page: the others need not know more of it than its address.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: readListSearch,
  loader: () => loadAdminPage('rules'),
  head: ({ loaderData }) => adminHead('rules', loaderData),
  component: Rules,
});

function Rules() {
  const navigate = Route.useNavigate();
  return (
    <RulesPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
