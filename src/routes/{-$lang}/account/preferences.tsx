import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '#/account/pages/account-context.ts';
import { accountHead, loadPage } from '#/account/pages/account-page.ts';
import { goToLanguage } from '#/account/pages/preferences/go-to-language.ts';
import { PreferencesPage } from '#/account/pages/preferences/PreferencesPage.tsx';
import { m } from '#/language/paraglide/messages.js';

export const Route = createFileRoute('/{-$lang}/account/preferences')({
  loader: () => loadPage(m.account_preferences_heading),
  head: ({ loaderData }) => accountHead('account-preferences', '/account/preferences', loaderData),
  component: Preferences,
});

function Preferences() {
  return <PreferencesPage account={useAccount()} onLanguage={goToLanguage} />;
}
