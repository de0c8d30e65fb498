import { Button } from '@mantine/core';
import { m } from '#/language/paraglide/messages.js';
import { Authenticator } from '../Authenticator.tsx';
import type { SignedInUser } from '../identity-client.ts';
import { useLanguage } from '../texts/use-language.ts';
import type { Send } from '../use-authenticator.ts';

/** The account of whoever is signed in; else the way to sign in. */
export function AccountPage() {
  const language = useLanguage();
  if (language.language === null) return null;
  return <Authenticator language={language}>{(user, send) => <Account user={user} send={send} />}</Authenticator>;
}

function Account({ user, send }: { user: SignedInUser; send: Send }) {
  return (
    <>
      <p>{m.account_signed_in({ name: user.name })}</p>
      <Button variant="default" onClick={() => send({ type: 'signOut', isGlobal: false })}>
        {m.account_sign_out()}
      </Button>
    </>
  );
}
