import { useHydrated } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { AccountSkeleton } from '#/account/pages/AccountSkeleton.tsx';
import { AdminToolbar } from './AdminToolbar.tsx';
import { loadAdminTexts } from './load-page.ts';
import classes from './Admin.module.css';

const AdminArea = lazy(async () => {
  const [area] = await Promise.all([import('./AdminArea.tsx'), loadAdminTexts()]);
  return { default: area.AdminArea };
});

type Props = Parameters<typeof AdminToolbar>[0] & {
  heading: string;
  /** To who has JavaScript switched off. */
  withoutScript: string;
  children: ReactNode;
};

/** What the server renders of an operators' page, and around what the browser does: who looks, only the browser knows. */
export function AdminFrame({ heading, area, skip, withoutScript, children }: Props) {
  const isInteractive = useHydrated();
  return (
    <>
      <AdminToolbar area={area} skip={skip} />
      <main id="main" className={classes.frame}>
        <h1>{heading}</h1>
        <noscript>
          <p>{withoutScript}</p>
        </noscript>
        {isInteractive ? (
          <Suspense fallback={<AccountSkeleton />}>
            <AdminArea>{children}</AdminArea>
          </Suspense>
        ) : (
          <AccountSkeleton />
        )}
      </main>
    </>
  );
}
