import { type ReactNode, useEffect, useState } from 'react';
import { answersOutdated } from '#/site/browser/kept-answers.ts';
import type { Answer, SignedInUser } from './identity-client.ts';
import { forgetSession } from './session/forget-session.ts';
import { type LoadedAccounts, loadAccounts } from './load-accounts.ts';
import { AuthenticatorScreen } from './screens/AuthenticatorScreen.tsx';
import { LinkButton } from './screens/LinkButton.tsx';
import { UnavailableScreen, WaitingScreen } from './screens/WaitingScreens.tsx';
import classes from './screens/screens.module.css';
import { publishSession } from './session/session.ts';
import { m as text } from './texts/paraglide/messages.js';
import type { LanguageState } from './texts/use-language.ts';
import { type Send, useAuthenticator } from './use-authenticator.ts';
import { useBackButton } from './use-back-button.ts';

type Props = {
  /** Of `useLanguage`, whose texts must be there. */
  language: LanguageState;
  /** What is shown to who is signed in; `send` signs them out, or tells of a session that the service has ended. */
  children: (user: SignedInUser, send: Send, accounts: LoadedAccounts) => ReactNode;
  /** What is shown until it is known who is signed in, in place of a sentence. */
  waiting?: ReactNode;
  /** Sets accounts up; the site's own, unless given. */
  load?: typeof loadAccounts;
  /** Above the screens. */
  notice?: ReactNode;
};

/** Signing in, up and out, in the visitor's language. */
export function Authenticator({ children, waiting, load = loadAccounts, ...column }: Props) {
  const { accounts, retry } = useAccounts(load);
  if (accounts?.ok)
    return (
      <Running accounts={accounts.value} waiting={waiting} {...column}>
        {children}
      </Running>
    );
  if (accounts === null)
    return (
      waiting ?? (
        <Column {...column}>
          <WaitingScreen label={text.configuring()} />
        </Column>
      )
    );
  return (
    <Column {...column}>
      <UnavailableScreen error={accounts.error} onRetry={retry} />
    </Column>
  );
}

function Running({ accounts, children, waiting, ...column }: Props & { accounts: LoadedAccounts }) {
  const { config, codes } = accounts.settings;
  const { state, send } = useAuthenticator(accounts.client, config, forget);
  const isPastFirst = 'username' in state && state.name !== 'signIn' && state.name !== 'signUp';
  useBackButton(isPastFirst, () => send({ type: 'go', to: 'signIn' }));
  if (state.name === 'authenticated') return children(state.user, send, accounts);
  if (state.name === 'configuring' && waiting) return waiting;
  return (
    <Column {...column}>
      <AuthenticatorScreen state={state} send={send} config={config} codes={codes} />
    </Column>
  );
}

/** What the page has of who has left. */
function forget(): void {
  forgetSession();
  answersOutdated.emit();
  publishSession(null);
}

/** One narrow column, in the authenticator's own language and direction. */
function Column({ language, notice, children }: Pick<Props, 'language' | 'notice'> & { children: ReactNode }) {
  const { language: spoken, direction, offer, choose } = language;
  return (
    <div className={classes.column} lang={spoken ?? undefined} dir={direction}>
      {notice}
      {children}
      {offer && (
        <p className={classes.offer} lang={offer.language}>
          <LinkButton onClick={() => choose(offer.language)}>{offer.label}</LinkButton>
        </p>
      )}
    </div>
  );
}

/** Accounts, once they are set up; null: not yet. What failed can be tried again. */
function useAccounts(load: typeof loadAccounts): { accounts: Answer<LoadedAccounts> | null; retry: () => void } {
  const [accounts, setAccounts] = useState<Answer<LoadedAccounts> | null>(null);
  useEffect(() => void load().then(setAccounts), [load]);
  return {
    accounts,
    retry: () => {
      setAccounts(null);
      void load().then(setAccounts);
    },
  };
}
