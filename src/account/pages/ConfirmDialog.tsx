import { Button } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { ModalDialog } from '#/site/components/ModalDialog.tsx';
import { useElementId } from '#/site/browser/element-id.ts';
import classes from './ConfirmDialog.module.css';

type Props = {
  title: string;
  /** What happens then, and whether it can be undone. */
  text: string;
  /** Of the button that does it. */
  label: string;
  isPending: boolean;
  /** Of the same button; `danger`: it cannot be undone. */
  tone?: 'danger' | 'plain';
  /** Until then the button waits. */
  isReady?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/**
 * Asks before something that cannot be undone, or needs an answer, as long as it is rendered. Escape and Cancel leave everything as it is.
 * Once it is under way there is nothing to leave: it stays until it is known how that went.
 */
export function ConfirmDialog({ title, text, label, isPending, tone = 'danger', isReady = true, ...props }: Props) {
  const id = useElementId();
  const close = ({ currentTarget: dialog }: SyntheticEvent<HTMLDialogElement>) => {
    if (!isPending) return props.onClose();
    // A second Escape closes it whatever `onCancel` says.
    if (dialog.isConnected) dialog.showModal();
  };
  return (
    <ModalDialog
      className={classes.question}
      aria-labelledby={id}
      onCancel={(event) => isPending && event.preventDefault()}
      onClose={close}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isPending) props.onConfirm();
        }}
      >
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
        {props.children}
        <div className={classes.actions}>
          <Button variant="default" disabled={isPending} onClick={props.onClose}>
            {m.download_cancel()}
          </Button>
          <Button type="submit" {...(tone === 'danger' && { color: 'danger' })} disabled={isPending || !isReady}>
            {label}
          </Button>
        </div>
      </form>
    </ModalDialog>
  );
}
