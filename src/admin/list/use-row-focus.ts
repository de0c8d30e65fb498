import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the keyboard in a list when what had its focus is gone, such as a row with the button that removed it: the focus goes to the
 * table, and where no row is left, to the list. Both are to be reachable by a script (`tabIndex={-1}`). To be used by what renders the
 * whole list, so that it is asked after every change.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>): void {
  const last = useRef<Element | null>(null);

  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      // A button for more goes as well, but to the rows behind it.
      const row = target instanceof Element && target.closest('table');
      last.current = row && list.current?.contains(row) ? (target as Element) : null;
    };
    // A click beside everything leaves the focus on purpose; one on a button is followed by its focus.
    const forget = () => void (last.current = null);
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', forget);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', forget);
    };
  }, [list]);

  useLayoutEffect(() => {
    if (!last.current || last.current.isConnected || document.activeElement !== document.body) return;
    (list.current?.querySelector('table') ?? list.current)?.focus({ preventScroll: true });
  });
}
