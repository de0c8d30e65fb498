import { useState } from 'react';
import type { FormState } from '../flow/state.ts';
import { m as text } from '../texts/paraglide/messages.js';
import type { Send } from '../use-authenticator.ts';
import { LinkButton } from './LinkButton.tsx';
import classes from './screens.module.css';

/** Asks for another code, and says that it was sent, until something else is done. */
export function ResendCode({ state: { isPending, remoteError }, send }: { state: FormState; send: Send }) {
  const [stage, setStage] = useState<'asked' | 'sent' | null>(null);
  // What went wrong may be dismissed, and does not become right by that.
  if (stage === 'asked' && !isPending) setStage(remoteError === null ? 'sent' : null);
  if (stage === 'sent' && isPending) setStage(null);
  const resend = () => {
    setStage('asked');
    send({ type: 'resend' });
  };
  return (
    <>
      <LinkButton isDisabled={isPending} onClick={resend}>
        {text.code_resend()}
      </LinkButton>
      {/* Always there, so that it is heard when something comes into it. */}
      <output className={`secondary ${classes.text} ${classes.resent}`}>
        {stage === 'sent' && text.code_resent()}
      </output>
    </>
  );
}
