import { useEffect, useEffectEvent } from 'react';

/** Carries out clicks on buttons of the plain form, by the buttons' names. `missed`: what was done before this code was there. */
export function useMissedClicks(
  missed: readonly Event[] | undefined,
  buttons: Readonly<Record<string, () => void>>,
): void {
  const carryOut = useEffectEvent((name: string) => buttons[name]?.());
  useEffect(() => {
    for (const { type, target } of missed ?? []) {
      const button = type === 'click' && target instanceof Element && target.closest('button');
      if (button) carryOut(button.name);
    }
  }, [missed]);
}
