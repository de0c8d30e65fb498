import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '#/account/pages/account-context.ts';
import { accountHead } from '#/account/pages/account-head.ts';
import { loadAccountPage } from '#/account/pages/load-page.ts';
import { SecurityPage } from '#/account/pages/security/SecurityPage.tsx';

export const Route = createFileRoute('/{-$lang}/account/security')({
  // All of it is loaded with the page: the others need not know more of it than its address.
  codeSplitGroupings: [['loader', 'component']],
  loader: () => loadAccountPage('security'),
  head: ({ loaderData }) => accountHead('account-security', '/account/security', loaderData),
  remountDeps: () => null,
  component: Security,
});

function Security() {
  return <SecurityPage account={useAccount()} />;
}
