import { createFileRoute } from '@tanstack/react-router';
import { AdminKeysPage } from '#/admin/keys/AdminKeysPage.tsx';
import { adminHead } from '#/admin/admin-head.ts';
import { readListSearch } from '#/admin/list/list-search.ts';
import { loadAdminPage } from '#/admin/load-page.ts';

export const Route = createFileRoute('/{-$lang}/admin/keys')({
  // All of it is loaded with the page: the others need not know more of it than its address.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: readListSearch,
  loader: () => loadAdminPage('keys'),
  head: ({ loaderData }) => adminHead('keys', loaderData),
  component: Keys,
});

function Keys() {
  const navigate = Route.useNavigate();
  return (
    <AdminKeysPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
