import type { KeyboardEvent } from 'react';
import { m as text } from '../texts/paraglide/messages.js';
import type { Send } from '../use-authenticator.ts';
import classes from './screens.module.css';

const TABS = { signIn: text.tab_sign_in, signUp: text.tab_sign_up };
type Tab = keyof typeof TABS;

/** Sign In and Create Account; the arrow keys go from one to the other. */
export function SignInTabs({ current, send }: { current: Tab; send: Send }) {
  const go = (to: Tab) => send({ type: 'go', to });
  const move = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft' || key === 'ArrowRight') go(current === 'signIn' ? 'signUp' : 'signIn');
  };
  return (
    <div role="tablist" className={classes.tabs}>
      {(['signIn', 'signUp'] as const).map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          aria-selected={tab === current}
          tabIndex={tab === current ? 0 : -1}
          className={`secondary ${classes.tab}`}
          onClick={() => go(tab)}
          onKeyDown={move}
        >
          {TABS[tab]()}
        </button>
      ))}
    </div>
  );
}
