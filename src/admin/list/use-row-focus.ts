import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { hasLostFocus, watchFocus } from '#/site/browser/focus.ts';

/**
 * Keeps the keyboard in a list when what had its focus is gone, such as a row with the button that removed it: the focus goes to the
 * table, and where no row is left, to the list. Both are to be reachable by a script (`tabIndex={-1}`). To be used by what renders the
 * whole list, so that it is asked after every change.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>): void {
  const last = useRef<Element | null>(null);

  useEffect(
    () =>
      watchFocus((element) => {
        // A button for more goes as well, but to the rows behind it.
        const table = element?.closest('table');
        last.current = table && list.current?.contains(table) ? element : null;
      }),
    [list],
  );

  useLayoutEffect(() => {
    if (!last.current || !hasLostFocus(last.current)) return;
    (list.current?.querySelector('table') ?? list.current)?.focus({ preventScroll: true });
  });
}
