import { Button, Loader } from '@mantine/core';
import type { RemoteError } from '../remote-error.ts';
import { SOCIAL_NAMES } from '../forms/social-names.ts';
import { m as text } from '../texts/paraglide/messages.js';
import { remoteErrorText } from '../texts/remote-error-text.ts';
import { BackToSignIn } from './LinkButton.tsx';
import type { ScreenProps } from './screen-props.ts';
import classes from './screens.module.css';

/** Something is under way that asks nothing of the visitor. */
export function WaitingScreen({ label }: { label: string }) {
  return (
    <output className={classes.waiting}>
      <Loader size="sm" />
      <span>{label}</span>
    </output>
  );
}

/** Accounts cannot be used now. */
export function UnavailableScreen({ error, onRetry }: { error: RemoteError; onRetry: () => void }) {
  return (
    <div className={classes.notice}>
      <p role="alert" className={`notice ${classes.danger}`}>
        {remoteErrorText(error.code)}
      </p>
      <Button variant="default" size="md" fullWidth onClick={onRetry}>
        {text.retry()}
      </Button>
    </div>
  );
}

export function FederatedScreen({ state, send }: Pick<ScreenProps<'federated'>, 'state' | 'send'>) {
  return (
    <div className={classes.notice}>
      <h2 className={classes.title}>{text.federated_title({ provider: SOCIAL_NAMES[state.provider] })}</h2>
      <WaitingScreen label={text.federated_text()} />
      <div className={classes.after}>
        <BackToSignIn send={send} />
      </div>
    </div>
  );
}

/** The link in the message is opened anywhere; this screen notices. */
export function WaitingForLinkScreen({ state, send }: Pick<ScreenProps<'waitingForLink'>, 'state' | 'send'>) {
  const destination = state.delivery?.destination ?? state.username;
  return (
    <div className={classes.notice}>
      <h2 className={classes.title}>{text.link_sent_title()}</h2>
      <WaitingScreen label={text.link_sent_text({ destination })} />
      <div className={classes.after}>
        <BackToSignIn send={send} />
      </div>
    </div>
  );
}
