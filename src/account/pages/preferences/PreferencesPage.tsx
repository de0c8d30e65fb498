import { useQuery } from '@tanstack/react-query';
import type { Locale } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { type Account, accountKey } from '../account-ports.ts';
import { Pending } from '../Pending.tsx';
import { Problem } from '../Problem.tsx';
import { isBug, valueOf } from '../refusal.ts';
import { Section } from '../Section.tsx';
import { PreferencesForm } from './PreferencesForm.tsx';

type Props = {
  account: Pick<Account, 'user' | 'site'>;
  /** Shows the site in another language from now on. */
  onLanguage: (language: Locale) => void;
};

/** What the user settles once for all devices. */
export function PreferencesPage({ account, onLanguage }: Props) {
  const { user, site } = account;
  const saved = useQuery({
    queryKey: accountKey(user, 'preferences'),
    queryFn: () => valueOf(site.getPreferences()),
    staleTime: 0,
    throwOnError: isBug,
  });
  return (
    <Section heading={m.account_preferences_heading()} intro={m.account_preferences_intro()}>
      {saved.isPending && <Pending />}
      {saved.isError && saved.data === undefined && (
        <Problem error={saved.error} onRetry={() => void saved.refetch()} />
      )}
      {saved.data !== undefined && (
        // What another device saved meanwhile is shown by a new form.
        <PreferencesForm
          key={JSON.stringify(saved.data)}
          account={account}
          saved={saved.data}
          onLanguage={onLanguage}
        />
      )}
    </Section>
  );
}
