import { createFileRoute } from '@tanstack/react-router';
import { DeadLettersPage } from '#/admin/dead-letters/DeadLettersPage.tsx';
import { adminHead } from '#/admin/admin-head.ts';
import { readListSearch } from '#/admin/list/list-search.ts';
import { loadAdminPage } from '#/admin/load-page.ts';

export const Route = createFileRoute('/{-$lang}/admin/letters')({
  // All of it is loaded with the page: the others need not know more of it than its address.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: readListSearch,
  loader: () => loadAdminPage('letters'),
  head: ({ loaderData }) => adminHead('letters', loaderData),
  component: DeadLetters,
});

function DeadLetters() {
  const navigate = Route.useNavigate();
  return (
    <DeadLettersPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
