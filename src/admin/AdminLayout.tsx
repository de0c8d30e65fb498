import { Button } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { PAGE_NAME } from './page-name.ts';
import { ADMIN_PAGES } from './pages.ts';
import classes from './Admin.module.css';

type Props = { name: string; onSignOut: () => void; children: ReactNode };

/** Around each operators' page: who is signed in, the way out, and the other pages. */
export function AdminLayout({ name, onSignOut, children }: Props) {
  const menu = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // On a narrow screen the menu is one line, of which the page that is shown may be out of sight.
  useEffect(() => {
    const current = menu.current?.querySelector(`[href="${path}"]`);
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  return (
    <>
      <nav ref={menu} className={classes.nav} aria-label={m.admin_nav_label()}>
        <ul>
          {ADMIN_PAGES.map((page) => (
            <li key={page}>
              <Link
                to={page === 'overview' ? '/{-$lang}/admin' : `/{-$lang}/admin/${page}`}
                className={classes.link}
                activeOptions={{ exact: true, includeSearch: false }}
                activeProps={{ 'aria-current': 'page' }}
              >
                {PAGE_NAME[page]()}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {/* Of its own, since the first section of a page has no line above it. */}
      <div>{children}</div>
      <div className={classes.who}>
        <p>{m.admin_signed_in({ name })}</p>
        <Button variant="default" size="sm" onClick={onSignOut}>
          {m.account_sign_out()}
        </Button>
      </div>
    </>
  );
}
