import { useHydrated } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { AccountSkeleton } from './AccountSkeleton.tsx';
import { loadTexts } from './texts.ts';
import classes from './AccountLayout.module.css';

const AccountArea = lazy(async () => {
  const [area] = await Promise.all([import('./AccountArea.tsx'), loadTexts()]);
  return { default: area.AccountArea };
});

type Props = {
  heading: string;
  /** To who has JavaScript switched off. */
  withoutScript: string;
  children: ReactNode;
};

/** What the server renders of an account's page, and around what the browser does: whose account it is, only the browser knows. */
export function AccountFrame({ heading, withoutScript, children }: Props) {
  const isInteractive = useHydrated();
  return (
    <>
      <header className={classes.frame}>
        <h1>{heading}</h1>
        <noscript>
          <p>{withoutScript}</p>
        </noscript>
      </header>
      {isInteractive ? (
        <Suspense fallback={<AccountSkeleton />}>
          <AccountArea>{children}</AccountArea>
        </Suspense>
      ) : (
        <AccountSkeleton />
      )}
    </>
  );
}
