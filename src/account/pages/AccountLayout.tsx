import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { Account } from './account-ports.ts';
import { PageMenu } from './PageMenu.tsx';
import classes from './AccountLayout.module.css';

const PAGES = [
  { to: '/{-$lang}/account', label: m.account_history_heading },
  { to: '/{-$lang}/account/preferences', label: m.account_preferences_heading },
  { to: '/{-$lang}/account/security', label: m.account_security_heading },
  { to: '/{-$lang}/account/keys', label: m.account_keys_heading },
  { to: '/{-$lang}/account/data', label: m.account_data_heading },
] as const;

/** Around each page of an account: whose it is, the way out, and the other pages. An administrator's way to theirs is in the toolbar's menu. */
export function AccountLayout({
  account,
  children,
}: {
  account: Pick<Account, 'user' | 'signOut'>;
  children: ReactNode;
}) {
  const [isLeaving, setLeaving] = useState(false);
  const signOut = () => {
    setLeaving(true);
    void account.signOut({ isEverywhere: false });
  };
  return (
    <>
      <div className={classes.who}>
        <p>
          <span className="spoken">{m.account_signed_in({ name: account.user.name })}</span>
          <bdi aria-hidden="true">{account.user.name}</bdi>
        </p>
        <Button variant="subtle" size="xs" disabled={isLeaving} onClick={signOut}>
          {m.account_sign_out()}
        </Button>
      </div>
      <PageMenu
        label={m.account_link()}
        pages={PAGES.map(({ to, label }) => ({ to, name: label() }))}
        className={classes.nav}
      />
      {/* Of its own, since the first section of a page has no line above it. */}
      <div>{children}</div>
    </>
  );
}
