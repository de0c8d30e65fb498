import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import frame from '#/site/frame/DialogFrame.module.css';
import { PartProviders } from '#/site/frame/PartProviders.tsx';
import classes from './AccountDialog.module.css';
import { Authenticator } from './Authenticator.tsx';
import type { loadAccounts } from './load-accounts.ts';
import { m as text } from './texts/paraglide/messages.js';
import { useLanguage } from './texts/use-language.ts';
import { useBackButton } from './use-back-button.ts';

type Props = {
  onClose: () => void;
  /** Sets accounts up; the site's own, unless given. */
  load?: typeof loadAccounts;
};

/**
 * Signing in above the page that is shown. It closes by Escape, by the back button, and as soon as somebody is signed in. The browser's
 * own dialog keeps the focus inside and the page behind still, for nothing; Mantine's costs 17 KB and styles that the page's policy bars.
 */
export function AccountDialog(props: Props) {
  return (
    <PartProviders>
      <Dialog {...props} />
    </PartProviders>
  );
}

function Dialog({ onClose, load }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const language = useLanguage();
  const isReady = language.language !== null;
  useBackButton(true, onClose);
  // Closed before it is gone, so that the focus goes back to where it came from.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (isReady) shown?.showModal();
    return () => shown?.close();
  }, [isReady]);
  if (!isReady) return null;
  return (
    <dialog
      ref={dialog}
      className={frame.dialog}
      aria-label={text.dialog_label()}
      lang={language.language ?? undefined}
      dir={language.direction}
      onClose={onClose}
    >
      <form method="dialog" className={classes.head}>
        <button type="submit" aria-label={text.close()} className={classes.close}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6l12 12M18 6L6 18" />
          </svg>
        </button>
      </form>
      <Authenticator language={language} {...(load && { load })}>
        {() => <Closing onClose={onClose} />}
      </Authenticator>
    </dialog>
  );
}

function Closing({ onClose }: { onClose: () => void }) {
  const close = useEffectEvent(onClose);
  useEffect(() => close(), []);
  return null;
}
