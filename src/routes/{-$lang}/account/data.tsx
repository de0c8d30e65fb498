import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '#/account/pages/account-context.ts';
import { accountHead } from '#/account/pages/account-head.ts';
import { loadAccountPage } from '#/account/pages/load-page.ts';
import { DataPage } from '#/account/pages/data/DataPage.tsx';

export const Route = createFileRoute('/{-$lang}/account/data')({
  // All of it is loaded with the page: the others need not know more of it than its address.
  codeSplitGroupings: [['loader', 'component']],
  loader: () => loadAccountPage('data'),
  head: ({ loaderData }) => accountHead('account-data', '/account/data', loaderData),
  remountDeps: () => null,
  component: Data,
});

function Data() {
  return <DataPage account={useAccount()} />;
}
