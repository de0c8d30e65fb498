import { lazy, Suspense, useEffect } from 'react';
import type { AccountConfig, CodeChannel } from '#/model/account.ts';
import { type FlowState, isForm } from '../flow/state.ts';
import { m as text } from '../texts/paraglide/messages.js';
import type { Send } from '../use-authenticator.ts';
import { SignInScreen } from './SignInScreen.tsx';
import { SignInTabs } from './SignInTabs.tsx';
import { SignUpScreen } from './SignUpScreen.tsx';
import { UnavailableScreen, WaitingScreen } from './WaitingScreens.tsx';

const loadLaterScreens = () => import('./LaterScreens.tsx');
const LaterScreens = lazy(async () => ({ default: (await loadLaterScreens()).LaterScreens }));

type Props = { state: FlowState; send: Send; config: AccountConfig; codes: CodeChannel };

/** The screen of a state. */
export function AuthenticatorScreen({ state, send, config, codes }: Props) {
  const isPending = isForm(state) && state.isPending;
  // While the service thinks about what a visitor has sent, the screens that may follow arrive; or when they are shown.
  useEffect(() => {
    if (isPending) loadLaterScreens().catch(() => {});
  }, [isPending]);
  switch (state.name) {
    case 'configuring':
    case 'checkingContacts':
    case 'authenticated':
      return <WaitingScreen label={text.configuring()} />;
    case 'signingOut':
      return <WaitingScreen label={text.sign_out_pending()} />;
    case 'unavailable':
      return <UnavailableScreen error={state.error} onRetry={() => send({ type: 'retry' })} />;
    case 'signIn':
      return (
        <>
          {config.hasSignUp && <SignInTabs current="signIn" send={send} />}
          <SignInScreen state={state} send={send} config={config} />
        </>
      );
    case 'signUp':
      return (
        <>
          <SignInTabs current="signUp" send={send} />
          <SignUpScreen state={state} send={send} config={config} codes={codes} />
        </>
      );
    default:
      return (
        <Suspense fallback={<WaitingScreen label={text.configuring()} />}>
          <LaterScreens state={state} send={send} config={config} />
        </Suspense>
      );
  }
}
