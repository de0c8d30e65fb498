import { Button } from '@mantine/core';
import { PartProviders } from '#/site/frame/PartProviders.tsx';
import { type ReactNode, useState } from 'react';
import { Authenticator } from '#/account/Authenticator.tsx';
import { AccountSkeleton } from '#/account/pages/AccountSkeleton.tsx';
import { EmptyNote } from '#/account/pages/EmptyNote.tsx';
import { EndedNote } from '#/account/pages/EndedNote.tsx';
import type { RemoteError } from '#/account/remote-error.ts';
import { useLanguage } from '#/account/texts/use-language.ts';
import { m } from '#/language/paraglide/messages.js';
import { askGuard } from '#/site/pages/route-guards.ts';
import { AdminSession } from './AdminSession.tsx';
import classes from './Admin.module.css';
import { accountTheme } from '#/account/theme.ts';

/** The operators' pages for administrators; for everybody else why not, and the way to sign in. */
export function AdminArea({ children }: { children: ReactNode }) {
  return (
    <PartProviders theme={accountTheme}>
      <Area>{children}</Area>
    </PartProviders>
  );
}

function Area({ children }: { children: ReactNode }) {
  const language = useLanguage();
  // Why the session that was here ended; null: there was none, or it was signed out of.
  const [ended, setEnded] = useState<RemoteError | null>(null);
  if (language.language === null) return <AccountSkeleton />;
  const notice = ended ? (
    <EndedNote error={ended} />
  ) : (
    <p className={`secondary ${classes.notice}`}>{m.admin_sign_in_text()}</p>
  );
  return (
    <Authenticator language={language} waiting={<AccountSkeleton />} notice={notice}>
      {(user, send, { client }) => {
        const signOut = () => {
          setEnded(null);
          send({ type: 'signOut', isGlobal: false });
        };
        if (askGuard('administrator', user) !== 'open') return <Refused name={user.name} onSignOut={signOut} />;
        return (
          <AdminSession {...{ user, client, send }} onEnd={setEnded} onSignOut={signOut}>
            {children}
          </AdminSession>
        );
      }}
    </Authenticator>
  );
}

/** For somebody signed in who is no administrator. */
function Refused({ name, onSignOut }: { name: string; onSignOut: () => void }) {
  return (
    <div role="alert">
      <EmptyNote title={m.admin_refused_title()} text={m.admin_refused_text({ name })}>
        <Button variant="default" onClick={onSignOut}>
          {m.account_sign_out()}
        </Button>
      </EmptyNote>
    </div>
  );
}
