import { Button } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { focusForOnce, hasLostFocus, watchFocus } from '#/site/browser/focus.ts';
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
  const sections = useRef<HTMLDivElement>(null);
  useSectionFocus(sections);
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
      <div ref={sections}>{children}</div>
    </>
  );
}

/**
 * Keeps the keyboard's focus near to where it was when what had it is gone: a removed row, a form that has done its work. It goes to the
 * heading of the section that this was in, and scrolls nothing.
 */
function useSectionFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = root.current;
    if (!page) return undefined;
    let last: { element: Element; section: Element } | null = null;
    const unwatch = watchFocus((element) => {
      // Others, which have no heading of their own, may go with what is in them.
      const section = element?.closest('section[aria-labelledby]');
      last = element && section && page.contains(section) ? { element, section } : null;
    });
    const changes = new MutationObserver(() => {
      const heading = last && hasLostFocus(last.element) && last.section.querySelector('h2');
      if (heading) focusForOnce(heading);
    });
    changes.observe(page, { childList: true, subtree: true });
    return () => {
      changes.disconnect();
      unwatch();
    };
  }, [root]);
}
