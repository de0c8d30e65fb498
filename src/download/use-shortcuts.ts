import { useEffect, useEffectEvent } from 'react';
import { singleKeys } from './choices.ts';
import { isTaken, type Shortcut, shortcutOf } from './shortcuts.ts';

/** Carries out single keys, unless the visitor has switched them off. `first`: what loaded this code, which may have been one. */
export function useShortcuts(carryOut: (shortcut: Shortcut) => void, first: Event | undefined): void {
  const onKey = useEffectEvent((event: Event) => {
    if (!(event instanceof KeyboardEvent) || singleKeys.read() === 'off' || isTaken(event.target)) return;
    const shortcut = event.defaultPrevented ? null : shortcutOf(event);
    if (!shortcut) return;
    event.preventDefault();
    carryOut(shortcut);
  });
  useEffect(() => {
    if (first?.type === 'keydown') onKey(first);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [first]);
}
