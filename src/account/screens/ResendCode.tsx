import { useState } from 'react';
import type { FormState } from '../flow/state.ts';
import { m as text } from '../texts/paraglide/messages.js';
import type { Send } from '../use-authenticator.ts';
import { LinkButton } from './LinkButton.tsx';
import classes from './screens.module.css';

/** Asks for another code, and says that it was sent. */
export function ResendCode({ state: { isPending, remoteError }, send }: { state: FormState; send: Send }) {
  const [isAsked, setAsked] = useState(false);
  const resend = () => {
    setAsked(true);
    send({ type: 'resend' });
  };
  return (
    <>
      <LinkButton isDisabled={isPending} onClick={resend}>
        {text.code_resend()}
      </LinkButton>
      {isAsked && !isPending && remoteError === null && (
        <output className={`secondary ${classes.text}`}>{text.code_resent()}</output>
      )}
    </>
  );
}
