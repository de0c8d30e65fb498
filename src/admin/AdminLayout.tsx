import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageMenu } from '#/account/pages/PageMenu.tsx';
import { m } from '#/language/paraglide/messages.js';
import { PAGE_NAME } from './page-name.ts';
import { ADMIN_PAGES, type AdminPage } from './pages.ts';
import classes from './Admin.module.css';

type Props = { name: string; onSignOut: () => void; children: ReactNode };

/** Around each operators' page: who is signed in, the way out, and the other pages. */
export function AdminLayout({ name, onSignOut, children }: Props) {
  return (
    <>
      <PageMenu
        label={m.admin_nav_label()}
        pages={ADMIN_PAGES.map((page) => ({ to: addressOf(page), name: PAGE_NAME[page]() }))}
        className={classes.nav}
      />
      {/* Of its own, since the first section of a page has no line above it. */}
      <div>{children}</div>
      <div className={`fine-print cluster ${classes.who}`}>
        <p>{m.admin_signed_in({ name })}</p>
        <Button variant="default" size="xs" onClick={onSignOut}>
          {m.account_sign_out()}
        </Button>
      </div>
    </>
  );
}

function addressOf(page: AdminPage) {
  return page === 'overview' ? '/{-$lang}/admin' : (`/{-$lang}/admin/${page}` as const);
}
