/**
 * Tells which element has got the focus, and null where the visitor has left it to nothing. What happens in a dialog is not told: one that
 * closes gives the focus back to what it was opened by, which may be gone by then. Gives what ends it.
 */
export function watchFocus(tell: (element: Element | null) => void): () => void {
  const note = ({ target }: FocusEvent) => {
    if (target instanceof Element && !target.closest('dialog')) tell(target);
  };
  // A click beside everything leaves the focus on purpose; one on a button is followed by its focus.
  const forget = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest('dialog'))) tell(null);
  };
  document.addEventListener('focusin', note);
  document.addEventListener('pointerdown', forget);
  return () => {
    document.removeEventListener('focusin', note);
    document.removeEventListener('pointerdown', forget);
  };
}

/** Whether an element that had the focus is gone, and nothing has it since. */
export function hasLostFocus(element: Element): boolean {
  return !element.isConnected && document.activeElement === document.body;
}

/** Gives the focus to what a visitor does not reach with the keyboard, such as a heading, for as long as it stays there. Scrolls nothing. */
export function focusForOnce(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    const leave = () => {
      // The window has lost it, and gives it back to this element.
      if (document.activeElement === element) return;
      element.removeAttribute('tabindex');
      element.removeEventListener('blur', leave);
    };
    element.addEventListener('blur', leave);
  }
  element.focus({ preventScroll: true });
}
