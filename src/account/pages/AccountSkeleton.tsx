// The theme's styles come with this, which all pages of accounts and operators begin with: a file less to name in every page of the site.
import './theme.css';
import classes from './AccountLayout.module.css';

/** Where the account will be, before it is known whose it is. Without words: they may not be there yet either. */
export function AccountSkeleton() {
  return (
    <div className={`pending ${classes.skeleton}`} aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}
