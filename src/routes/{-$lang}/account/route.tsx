import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router';
import { AccountFrame } from '#/account/pages/AccountFrame.tsx';
import { Page } from '#/site/frame/Page.tsx';
import { guardedBy } from '#/site/pages/route-guards.ts';

export const Route = createFileRoute('/{-$lang}/account')({
  beforeLoad: guardedBy('signed-in'),
  // What is typed, and a key that is shown once, stay as they are, in the other language.
  remountDeps: () => null,
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
