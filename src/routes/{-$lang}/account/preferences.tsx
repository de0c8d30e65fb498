import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '#/account/pages/account-context.ts';
import { accountHead } from '#/account/pages/account-head.ts';
import { loadAccountPage } from '#/account/pages/load-page.ts';
import { goToLanguage } from '#/account/pages/preferences/go-to-language.ts';
import { PreferencesPage } from '#/account/pages/preferences/PreferencesPage.tsx';

export const Route = createFileRoute('/{-$lang}/account/preferences')({
  // All of it is loaded with the page: the others need not know more of it than its address.
  codeSplitGroupings: [['loader', 'component']],
  loader: () => loadAccountPage('preferences'),
  head: ({ loaderData }) => accountHead('account-preferences', '/account/preferences', loaderData),
  remountDeps: () => null,
  component: Preferences,
});

function Preferences() {
  return <PreferencesPage account={useAccount()} onLanguage={goToLanguage} />;
}
