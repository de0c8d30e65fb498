import { nextTask } from './next-task.ts';

const PRESSES = ['pointerdown', 'keydown'] as const;
const RELEASES = ['pointerup', 'pointercancel', 'keyup'] as const;
/** Whoever holds longer selects text or drags. */
const LONGEST_CLICK_MS = 1_000;

export type Press = {
  /** Fulfilled when nothing is held down, and the click that comes of it has come. */
  released: () => Promise<void>;
  stop: () => void;
};

/** Knows whether a visitor is in the middle of a click: a button that is exchanged between pressing and releasing is not clicked. */
export function watchPress(): Press {
  const watching = new AbortController();
  const options = { signal: watching.signal, passive: true, capture: true };
  let isHeld = false;
  for (const name of PRESSES) document.addEventListener(name, () => (isHeld = true), options);
  for (const name of RELEASES) document.addEventListener(name, () => (isHeld = false), options);
  return {
    async released() {
      if (!isHeld) return;
      await new Promise<unknown>((resolve) => {
        for (const name of RELEASES) document.addEventListener(name, resolve, { ...options, once: true });
        setTimeout(resolve, LONGEST_CLICK_MS);
      });
      // The click comes right after the release, before any other task.
      await nextTask();
    },
    stop: () => watching.abort(),
  };
}
