import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { useAccount } from '#/account/pages/account-context.ts';
import { accountHead } from '#/account/pages/account-head.ts';
import { loadAccountPage } from '#/account/pages/load-page.ts';
import { HistoryPage } from '#/account/pages/history/HistoryPage.tsx';
import { readHistorySearch } from '#/account/pages/history/search.ts';
import { HistoryFilter } from '#/account/pages/history/history-filter.ts';

export const Route = createFileRoute('/{-$lang}/account/')({
  // All of it is loaded with the page: the others need not know more of it than its address.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: readHistorySearch,
  loader: () => loadAccountPage('history'),
  head: ({ loaderData }) => accountHead('account', '/account', loaderData),
  remountDeps: () => null,
  component: History,
});

function History() {
  const account = useAccount();
  const wanted = v.parse(HistoryFilter, Route.useSearch());
  const navigate = Route.useNavigate();
  return (
    <HistoryPage
      account={account}
      wanted={wanted}
      onWant={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
