import { useEffect, useEffectEvent } from 'react';
import { singleKeys } from '../choices/choices.ts';
import { isTaken, type Shortcut, shortcutOf } from './shortcuts.ts';

/** Carries out a single key, unless the visitor has switched them off. */
export function carryOutShortcut(event: KeyboardEvent, carryOut: (shortcut: Shortcut) => void): void {
  if (singleKeys.read() === 'off' || isTaken(event.target)) return;
  const shortcut = event.defaultPrevented ? null : shortcutOf(event);
  if (!shortcut) return;
  event.preventDefault();
  carryOut(shortcut);
}

/** Carries out single keys. */
export function useShortcuts(carryOut: (shortcut: Shortcut) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => carryOutShortcut(event, carryOut));
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
