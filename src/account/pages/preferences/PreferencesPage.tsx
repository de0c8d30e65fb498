import { useQuery } from '@tanstack/react-query';
import type { Locale } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { type Account, accountKey } from '../account-ports.ts';
import { Pending } from '../Pending.tsx';
import { Problem } from '../Problem.tsx';
import { isBug, valueOf } from '../refusal.ts';
import { useFormKey } from '#/site/components/use-form-key.ts';
import { PreferencesForm } from './PreferencesForm.tsx';
import parts from '../parts.module.css';
import classes from './Preferences.module.css';

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
  const { key, noteSaved } = useFormKey(saved.data ?? null);
  return (
    <div className={classes.page}>
      <p className={`secondary ${parts.intro}`}>{m.account_preferences_intro()}</p>
      {saved.isPending && <Pending />}
      {saved.isError && saved.data === undefined && (
        <Problem error={saved.error} onRetry={() => void saved.refetch()} />
      )}
      {saved.data !== undefined && (
        <PreferencesForm key={key} account={account} saved={saved.data} onSaved={noteSaved} onLanguage={onLanguage} />
      )}
    </div>
  );
}
