import { useEffect, useEffectEvent } from 'react';
import { singleKeys } from '../choices/choices.ts';
import { isTaken, type Shortcut, shortcutOf } from './shortcuts.ts';

/** Carries out single keys, unless the visitor has switched them off. `missed`: what was done before this code was there. */
export function useShortcuts(carryOut: (shortcut: Shortcut) => void, missed: readonly Event[] | undefined): void {
  const onKey = useEffectEvent((event: Event) => {
    if (!(event instanceof KeyboardEvent) || singleKeys.read() === 'off' || isTaken(event.target)) return;
    const shortcut = event.defaultPrevented ? null : shortcutOf(event);
    if (!shortcut) return;
    event.preventDefault();
    carryOut(shortcut);
  });
  useEffect(() => {
    for (const event of missed ?? []) onKey(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [missed]);
}
