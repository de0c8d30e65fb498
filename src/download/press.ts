import { nextTask } from './next-task.ts';

const PRESSES = ['pointerdown', 'keydown'] as const;
const RELEASES = ['pointerup', 'pointercancel', 'keyup'] as const;
const COMPOSED = ['compositionend', 'focusout'] as const;
/** Whoever holds longer selects text or drags. */
const LONGEST_CLICK_MS = 1_000;

export type Press = {
  /** Fulfilled when nothing is held down, and the click that comes of it has come; and when no word is being composed. */
  released: () => Promise<void>;
  stop: () => void;
};

/**
 * Knows whether a visitor is in the middle of something that would be lost: of a click, since a button that is exchanged between pressing
 * and releasing is not clicked; of a word that an input method composes, which belongs to the field that it was begun in.
 */
export function watchPress(): Press {
  const watching = new AbortController();
  const options = { signal: watching.signal, passive: true, capture: true };
  let isHeld = false;
  let isComposing = false;
  document.addEventListener('compositionstart', () => (isComposing = true), options);
  // Whoever began before this code was there goes on.
  document.addEventListener('compositionupdate', () => (isComposing = true), options);
  document.addEventListener('compositionend', () => (isComposing = false), options);
  for (const name of PRESSES) document.addEventListener(name, () => (isHeld = true), options);
  for (const name of RELEASES) document.addEventListener(name, () => (isHeld = false), options);
  async function lifted(): Promise<void> {
    await new Promise<unknown>((resolve) => {
      for (const name of RELEASES) document.addEventListener(name, resolve, { ...options, once: true });
      setTimeout(resolve, LONGEST_CLICK_MS);
    });
    isHeld = false;
    // The click comes right after the release, before any other task.
    await nextTask();
  }
  /** However long it takes: the plain form is as good for writing. What leaves the field, or the page, ends it. */
  async function composed(): Promise<void> {
    await new Promise<unknown>((resolve) => {
      for (const name of COMPOSED) document.addEventListener(name, resolve, { ...options, once: true });
    });
    isComposing = false;
    // What it was composed to is in the field after this event.
    await nextTask();
  }
  return {
    async released() {
      while (isHeld || isComposing) await (isComposing ? composed() : lifted());
    },
    stop: () => watching.abort(),
  };
}
