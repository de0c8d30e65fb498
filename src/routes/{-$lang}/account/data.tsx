import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '#/account/pages/account-context.ts';
import { accountHead, loadPage } from '#/account/pages/account-page.ts';
import { DataPage } from '#/account/pages/data/DataPage.tsx';
import { m } from '#/language/paraglide/messages.js';

export const Route = createFileRoute('/{-$lang}/account/data')({
  loader: () => loadPage(m.account_data_heading),
  head: ({ loaderData }) => accountHead('account-data', '/account/data', loaderData),
  component: Data,
});

function Data() {
  return <DataPage account={useAccount()} />;
}
