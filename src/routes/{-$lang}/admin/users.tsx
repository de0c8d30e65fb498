import { createFileRoute } from '@tanstack/react-router';
import { UsersPage } from '#/admin/users/UsersPage.tsx';
import { adminHead } from '#/admin/admin-head.ts';
import { readListSearch } from '#/admin/list/list-search.ts';
import { loadAdminPage } from '#/admin/load-page.ts';

export const Route = createFileRoute('/{-$lang}/admin/users')({
  // All of it is loaded with the page: the others need not know more of it than its address.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: readListSearch,
  loader: () => loadAdminPage('users'),
  head: ({ loaderData }) => adminHead('users', loaderData),
  component: Users,
});

function Users() {
  const navigate = Route.useNavigate();
  return (
    <UsersPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
