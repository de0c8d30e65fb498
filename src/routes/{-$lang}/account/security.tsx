import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '#/account/pages/account-context.ts';
import { accountHead, loadPage } from '#/account/pages/account-page.ts';
import { SecurityPage } from '#/account/pages/security/SecurityPage.tsx';
import { m } from '#/language/paraglide/messages.js';

export const Route = createFileRoute('/{-$lang}/account/security')({
  loader: () => loadPage(m.account_security_heading),
  head: ({ loaderData }) => accountHead('account-security', '/account/security', loaderData),
  component: Security,
});

function Security() {
  return <SecurityPage account={useAccount()} />;
}
