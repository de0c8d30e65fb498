import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '#/account/pages/account-context.ts';
import { accountHead } from '#/account/pages/account-head.ts';
import { loadAccountPage } from '#/account/pages/load-page.ts';
import { KeysPage } from '#/account/pages/keys/KeysPage.tsx';

export const Route = createFileRoute('/{-$lang}/account/keys')({
  // All of it is loaded with the page: the others need not know more of it than its address.
  codeSplitGroupings: [['loader', 'component']],
  loader: () => loadAccountPage('keys'),
  head: ({ loaderData }) => accountHead('account-keys', '/account/keys', loaderData),
  // What is typed, and a key that is shown once, stay as they are, in the other language.
  remountDeps: () => null,
  component: Keys,
});

function Keys() {
  return <KeysPage account={useAccount()} />;
}
