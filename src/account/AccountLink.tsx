import { currentLocale } from '#/language/current.ts';
import { localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { hasAccounts } from '#/site/browser/has-accounts.ts';
import classes from './AccountButton.module.css';

/** The toolbar's way to the account. Where accounts are switched off there is none. */
export function AccountLink() {
  if (!hasAccounts()) return null;
  return (
    <a className={`entry ${classes.link}`} href={localizePath('/account', currentLocale())}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="8.5" r="3.5" />
        <path d="M5 19.5c1-4 4-5.5 7-5.5s6 1.5 7 5.5" />
      </svg>
      <span className="spoken">{m.account_link()}</span>
    </a>
  );
}
