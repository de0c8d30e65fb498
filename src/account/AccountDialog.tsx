import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import { Modal } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { Authenticator } from './Authenticator.tsx';
import { m as text } from './texts/paraglide/messages.js';
import { useLanguage } from './texts/use-language.ts';
import { useBackButton } from './use-back-button.ts';

/** Signing in above the page that is shown. It closes by Escape, by the back button, and as soon as somebody is signed in. */
export function AccountDialog({ onClose }: { onClose: () => void }) {
  const language = useLanguage();
  useBackButton(true, onClose);
  if (language.language === null) return null;
  return (
    <Modal
      opened
      onClose={onClose}
      title={text.dialog_label()}
      closeButtonProps={{ 'aria-label': text.close() }}
      lang={language.language}
      dir={language.direction}
      size={464}
      radius="lg"
      padding="lg"
    >
      <Authenticator language={language}>{() => <Closing onClose={onClose} />}</Authenticator>
    </Modal>
  );
}

function Closing({ onClose }: { onClose: () => void }) {
  const close = useEffectEvent(onClose);
  useEffect(() => close(), []);
  return null;
}
