import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { focusForOnce, hasLostFocus, watchFocus } from './focus.ts';

/**
 * For a button that brings more of a list and goes with the last of it: the focus goes to the first row that came, and where none did, to
 * what is offered instead. Gives what is to be called as the button is pressed.
 * @param row finds the rows in the list
 * @param isComing whether more is on its way
 */
export function useFocusOnMore(list: RefObject<HTMLElement | null>, row: string, isComing: boolean): () => void {
  const pressed = useRef<{ button: Element | null; rows: number } | null>(null);
  const rows = () => list.current?.querySelectorAll<HTMLElement>(row) ?? [];
  // Whoever has gone elsewhere meanwhile stays there.
  useEffect(
    () =>
      watchFocus((element) => {
        if (element !== pressed.current?.button) pressed.current = null;
      }),
    [],
  );
  useLayoutEffect(() => {
    const { button = null, rows: before = 0 } = pressed.current ?? {};
    if (isComing || !button || !hasLostFocus(button)) return;
    pressed.current = null;
    const next = rows()[before] ?? list.current?.querySelector<HTMLElement>('[role="alert"] button');
    if (next) focusForOnce(next);
  });
  return () => {
    pressed.current = { button: document.activeElement, rows: rows().length };
  };
}
