import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { m } from '#/language/paraglide/messages.js';
import classes from './parts.module.css';

type Props = {
  isOpen: boolean;
  title: string;
  /** What happens then, and whether it can be undone. */
  text: string;
  /** Of the button that does it. */
  label: string;
  isPending: boolean;
  /** Until then the button waits. */
  isReady?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/** Asks before something that cannot be undone. Escape, a click beside it and Cancel leave everything as it is. */
export function ConfirmDialog({ isOpen, title, text, label, isPending, isReady = true, ...props }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={props.onClose}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': m.download_cancel() }}
      classNames={{ content: classes.dialog, header: classes.dialogHeader, title: classes.dialogTitle }}
    >
      <form
        className={classes.dialogBody}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isPending) props.onConfirm();
        }}
      >
        <p>{text}</p>
        {props.children}
        <div className={classes.dialogActions}>
          <Button variant="default" onClick={props.onClose}>
            {m.download_cancel()}
          </Button>
          <Button type="submit" className={classes.danger} disabled={isPending || !isReady}>
            {label}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
