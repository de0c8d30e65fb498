import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { m as text } from '../texts/paraglide/messages.js';
import type { Send } from '../use-authenticator.ts';
import classes from './screens.module.css';

type Props = { onClick: () => void; isDisabled?: boolean; children: ReactNode };

/** What can be done besides, below the button that is meant. */
export function LinkButton({ onClick, isDisabled = false, children }: Props) {
  return (
    <UnstyledButton className={classes.link} disabled={isDisabled} onClick={onClick}>
      {children}
    </UnstyledButton>
  );
}

export function BackToSignIn({ send }: { send: Send }) {
  return <LinkButton onClick={() => send({ type: 'go', to: 'signIn' })}>{text.back_to_sign_in()}</LinkButton>;
}
