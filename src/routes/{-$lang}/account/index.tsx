import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '#/account/pages/account-context.ts';
import { accountHead, loadPage } from '#/account/pages/account-page.ts';
import { HistoryPage } from '#/account/pages/history/HistoryPage.tsx';
import { HistorySearch } from '#/account/pages/history/history-search.ts';
import { m } from '#/language/paraglide/messages.js';

export const Route = createFileRoute('/{-$lang}/account/')({
  validateSearch: HistorySearch,
  loader: () => loadPage(m.account_history_heading),
  head: ({ loaderData }) => accountHead('account', '/account', loaderData),
  component: History,
});

function History() {
  const account = useAccount();
  const wanted = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <HistoryPage
      account={account}
      wanted={wanted}
      onWant={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
