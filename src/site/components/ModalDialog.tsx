import { type ComponentProps, type MouseEvent, useLayoutEffect, useRef } from 'react';
import classes from './ModalDialog.module.css';

type Props = ComponentProps<'dialog'> & {
  /** Where it stands: a little above the middle; or as a drawer along the end of the page, which a press beside it closes. */
  side?: 'middle' | 'end';
};

/**
 * Above the page as long as it is rendered, with the page still behind it. The browser's own dialog keeps the focus inside and closes by
 * Escape, for nothing; Mantine's costs 17 KB and styles that the page's policy bars.
 * @param onClose after Escape, or a form of the method `dialog`: the parent has to stop rendering it then
 */
export function ModalDialog({ className = '', side = 'middle', ...props }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it is gone, so that the focus goes back to where it came from.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  const closeBeside = ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
    // What is beside it is its backdrop, which counts as the dialog itself.
    if (target === currentTarget) currentTarget.close();
  };
  return (
    <dialog
      {...props}
      {...(side === 'end' && { onClick: closeBeside })}
      ref={dialog}
      data-side={side}
      className={`${classes.dialog} ${className}`}
    />
  );
}
