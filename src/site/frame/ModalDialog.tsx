import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import classes from './ModalDialog.module.css';

/**
 * Above the page as long as it is rendered, with the page still behind it. The browser's own dialog keeps the focus inside and closes by
 * Escape, for nothing; Mantine's costs 17 KB and styles that the page's policy bars.
 * @param onClose after Escape, or a form of the method `dialog`: the parent has to stop rendering it then
 */
export function ModalDialog({ className = '', ...props }: ComponentProps<'dialog'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it is gone, so that the focus goes back to where it came from.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return <dialog {...props} ref={dialog} className={`${classes.dialog} ${className}`} />;
}
