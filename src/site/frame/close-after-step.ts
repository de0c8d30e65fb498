import type { MouseEvent } from 'react';
import { isPlainClick } from '../browser/plain-click.ts';

/**
 * Of a menu, whenever something in it is pressed: closes it where that is a link to another page or language, which would be shown behind
 * it, and gives the focus to what opened it. Not for what opens in another tab.
 */
export function closeAfterStep(event: MouseEvent<HTMLDetailsElement>): void {
  const { currentTarget: menu, target } = event;
  if (!isPlainClick(event) || !(target instanceof Element) || !target.closest('a[href]')) return;
  menu.open = false;
  menu.querySelector('summary')?.focus();
}
