import { useEffect, useEffectEvent } from 'react';
import { IconButton } from '#/site/components/IconButton.tsx';
import { ModalDialog } from '#/site/components/ModalDialog.tsx';
import { PartTheme } from '#/site/frame/PartTheme.tsx';
import classes from './AccountDialog.module.css';
import { Authenticator } from './Authenticator.tsx';
import type { loadAccounts } from './load-accounts.ts';
import { m as text } from './texts/paraglide/messages.js';
import { useLanguage } from './texts/use-language.ts';
import { useBackButton } from './use-back-button.ts';
import { accountTheme } from './theme.ts';

type Props = {
  onClose: () => void;
  /** Sets accounts up; the site's own, unless given. */
  load?: typeof loadAccounts;
};

/**
 * Signing in above the page that is shown. It closes by Escape, by the back button, and as soon as somebody is signed in.
 */
export function AccountDialog(props: Props) {
  return (
    <PartTheme theme={accountTheme}>
      <Dialog {...props} />
    </PartTheme>
  );
}

function Dialog({ onClose, load }: Props) {
  const language = useLanguage();
  useBackButton(true, onClose);
  if (language.language === null) return null;
  return (
    <ModalDialog aria-label={text.dialog_label()} lang={language.language} dir={language.direction} onClose={onClose}>
      <form method="dialog" className={classes.head}>
        <IconButton type="submit" sign="cross" aria-label={text.close()} className={classes.close} />
      </form>
      <Authenticator language={language} {...(load && { load })}>
        {() => <Closing onClose={onClose} />}
      </Authenticator>
    </ModalDialog>
  );
}

function Closing({ onClose }: { onClose: () => void }) {
  const close = useEffectEvent(onClose);
  useEffect(() => close(), []);
  return null;
}
