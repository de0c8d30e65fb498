import { type ReactNode, useEffect, useMemo } from 'react';
import { endsSession } from '../remote-error.ts';
import type { Language } from '../texts/languages.ts';
import { AccountContext } from './account-context.ts';
import { AccountLayout } from './AccountLayout.tsx';
import { AccountSkeleton } from './AccountSkeleton.tsx';
import { createAccount, sessionEnd, type Surroundings } from './create-account.ts';
import { StepUpDialog } from './step-up/StepUpDialog.tsx';
import { useStepUp } from './step-up/use-step-up.ts';
import { useSiteSpeech } from './use-site-speech.ts';

type Props = Omit<Surroundings, 'spoken'> & {
  /** What the authenticator speaks, and will again after a sign-out. */
  language: Language;
  children: ReactNode;
};

/** The account of who is signed in, given to the pages in it. */
export function SignedIn({ language, children, ...surroundings }: Props) {
  const { user, settings, client, site, send, onEnd, onFarewell } = surroundings;
  const spoken = useSiteSpeech(language);
  const { asked, ask } = useStepUp();
  const end = useMemo(() => sessionEnd({ send, onEnd }), [send, onEnd]);
  const account = useMemo(
    () => createAccount({ user, settings, client, site, send, onEnd, onFarewell, spoken }, end, ask),
    [user, settings, client, site, send, onEnd, onFarewell, spoken, end, ask],
  );
  useEffect(
    () =>
      client.onEvent((event) => {
        if (event.type === 'refreshFailed' && endsSession(event.error)) end(event.error);
      }),
    [client, end],
  );
  // Why an earlier session ended is none of this one's, however it will end.
  useEffect(() => void onEnd(null), [onEnd]);
  if (!spoken) return <AccountSkeleton />;
  return (
    <AccountContext value={account}>
      <AccountLayout account={account}>{children}</AccountLayout>
      {asked && <StepUpDialog account={account} asked={asked} />}
    </AccountContext>
  );
}
