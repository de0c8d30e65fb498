import { useNavigate } from '@tanstack/react-router';
import { PartProviders } from '#/site/frame/PartProviders.tsx';
import { type ReactNode, useCallback, useState } from 'react';
import { Authenticator } from '../Authenticator.tsx';
import type { RemoteError } from '../remote-error.ts';
import { useLanguage } from '../texts/use-language.ts';
import { AccountSkeleton } from './AccountSkeleton.tsx';
import { EndedNote } from './EndedNote.tsx';
import { SignedIn } from './SignedIn.tsx';
import { createSiteAccount } from './site-account.ts';
import { accountTheme } from '../theme.ts';

/** The pages of an account for who is signed in; for everybody else the way to sign in, in the same place. */
export function AccountArea({ children }: { children: ReactNode }) {
  return (
    <PartProviders theme={accountTheme}>
      <Area>{children}</Area>
    </PartProviders>
  );
}

function Area({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const language = useLanguage();
  const [site] = useState(createSiteAccount);
  // Why the session that was here ended; null: there was none, or it was signed out of.
  const [ended, setEnded] = useState<RemoteError | null>(null);
  const leave = useCallback(() => void navigate({ to: '/{-$lang}', state: { isAccountDeleted: true } }), [navigate]);
  const { language: spoken } = language;
  if (spoken === null) return <AccountSkeleton />;
  return (
    <Authenticator language={language} waiting={<AccountSkeleton />} notice={ended && <EndedNote error={ended} />}>
      {(user, send, { client, settings }) => (
        <SignedIn {...{ user, settings, client, site, send }} language={spoken} onEnd={setEnded} onFarewell={leave}>
          {children}
        </SignedIn>
      )}
    </Authenticator>
  );
}
