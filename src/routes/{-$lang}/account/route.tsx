import { createFileRoute, notFound, Outlet, useMatches } from '@tanstack/react-router';
import { AccountFrame } from '#/account/pages/AccountFrame.tsx';
import { hasAccounts } from '#/site/has-accounts.ts';
import { Page } from '#/site/Page.tsx';

export const Route = createFileRoute('/{-$lang}/account')({
  beforeLoad: () => {
    if (!hasAccounts()) throw notFound();
  },
  component: AccountRoute,
});

function AccountRoute() {
  const texts = useMatches({ select: (matches) => matches.at(-1)?.loaderData });
  const isKnown = texts !== undefined && 'withoutScript' in texts;
  return (
    <Page>
      <AccountFrame heading={isKnown ? texts.heading : ''} withoutScript={isKnown ? texts.withoutScript : ''}>
        <Outlet />
      </AccountFrame>
    </Page>
  );
}
