import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SignedInUser } from './identity-client.ts';
import { forgetSession } from './forget-session.ts';
import type { Accounts } from './load-accounts.ts';
import { AuthenticatorScreen } from './screens/AuthenticatorScreen.tsx';
import { LinkButton } from './screens/LinkButton.tsx';
import { UnavailableScreen, WaitingScreen } from './screens/WaitingScreens.tsx';
import classes from './screens/screens.module.css';
import { publishSession } from './session.ts';
import { m as text } from './texts/paraglide/messages.js';
import type { LanguageState } from './texts/use-language.ts';
import { useAccounts } from './use-accounts.ts';
import { type Send, useAuthenticator } from './use-authenticator.ts';
import { useBackButton } from './use-back-button.ts';

type Props = {
  /** Of `useLanguage`, whose texts must be there. */
  language: LanguageState;
  /** What is shown to who is signed in; `send` signs them out, or tells of a session that the service has ended. */
  children: (user: SignedInUser, send: Send) => ReactNode;
};

/** Signing in, up and out, in the visitor's language. */
export function Authenticator({ language: { language, direction, offer, choose }, children }: Props) {
  const { accounts, retry } = useAccounts();
  return (
    <div className={classes.column} lang={language ?? undefined} dir={direction}>
      {accounts === null && <WaitingScreen label={text.configuring()} />}
      {accounts?.ok === false && <UnavailableScreen error={accounts.error} onRetry={retry} />}
      {accounts?.ok && <Running accounts={accounts.value}>{children}</Running>}
      {offer && (
        <p className={classes.offer} lang={offer.language}>
          <LinkButton onClick={() => choose(offer.language)}>{offer.label}</LinkButton>
        </p>
      )}
    </div>
  );
}

function Running({ accounts: { client, settings }, children }: Pick<Props, 'children'> & { accounts: Accounts }) {
  const queryClient = useQueryClient();
  const forget = () => {
    forgetSession();
    queryClient.removeQueries({ type: 'inactive' });
    void queryClient.resetQueries();
    publishSession(null);
  };
  const { config } = settings;
  const { state, send } = useAuthenticator(client, config, forget);
  const isPastFirst = 'username' in state && state.name !== 'signIn' && state.name !== 'signUp';
  useBackButton(isPastFirst, () => send({ type: 'go', to: 'signIn' }));
  if (state.name === 'authenticated') return children(state.user, send);
  return <AuthenticatorScreen state={state} send={send} config={config} />;
}
