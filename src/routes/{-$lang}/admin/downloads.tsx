import { createFileRoute } from '@tanstack/react-router';
import { DownloadsPage } from '#/admin/downloads/DownloadsPage.tsx';
import { adminHead } from '#/admin/admin-head.ts';
import { readListSearch } from '#/admin/list/list-search.ts';
import { loadAdminPage } from '#/admin/load-page.ts';

export const Route = createFileRoute('/{-$lang}/admin/downloads')({
  // All of it is loaded with the page: the others need not know more of it than its address.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: readListSearch,
  loader: () => loadAdminPage('downloads'),
  head: ({ loaderData }) => adminHead('downloads', loaderData),
  component: Downloads,
});

function Downloads() {
  const navigate = Route.useNavigate();
  return (
    <DownloadsPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
