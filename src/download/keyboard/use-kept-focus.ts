import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { hasLostFocus, watchFocus } from '#/site/browser/focus.ts';

type Place = { element: Element; entry: Element | null; index: number };

/**
 * Keeps the keyboard's focus in the queue when what had it is gone: a removed entry, a button that has done its work. It goes to the same
 * entry, else to the one that took its place, else to the heading, and to the field when nothing is left. To be used by what renders the
 * whole queue, so that it is asked after every change.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  const last = useRef<Place | null>(null);

  useEffect(
    () =>
      watchFocus((element) => {
        const isHere = element && root.current?.contains(element);
        last.current = isHere ? { element, ...entryOf(root.current, element) } : null;
      }),
    [root],
  );

  useLayoutEffect(() => {
    const place = last.current;
    if (!place) return;
    if (place.element.isConnected) {
      last.current = { element: place.element, ...entryOf(root.current, place.element) };
    } else if (hasLostFocus(place.element)) {
      nextPlace(root.current, place)?.focus();
    }
  });
}

const entriesOf = (root: HTMLElement | null) => [...(root?.querySelectorAll('#queue > ol > li') ?? [])];

function entryOf(root: HTMLElement | null, element: Element): Pick<Place, 'entry' | 'index'> {
  const entries = entriesOf(root);
  const index = entries.findIndex((entry) => entry.contains(element));
  return { entry: entries[index] ?? null, index };
}

function nextPlace(root: HTMLElement | null, { entry, index }: Place): HTMLElement | null | undefined {
  const entries = entriesOf(root);
  const next = entry?.isConnected ? entry : index < 0 ? undefined : (entries[index] ?? entries.at(-1));
  return (
    next?.querySelector<HTMLElement>('article') ??
    root?.querySelector<HTMLElement>('#queue-heading') ??
    root?.querySelector<HTMLElement>('#links')
  );
}
