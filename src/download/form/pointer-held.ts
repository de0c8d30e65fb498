import { nextTask } from '../yield-to-main.ts';

const PRESSES = ['pointerdown', 'keydown'] as const;
const RELEASES = ['pointerup', 'pointercancel', 'keyup'] as const;
/** The second is for whoever began before this code was there. */
const COMPOSES = ['compositionstart', 'compositionupdate'] as const;
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
  function hear(names: readonly (keyof DocumentEventMap)[], then: (event: Event) => void): void {
    for (const name of names) document.addEventListener(name, then, options);
  }
  hear(COMPOSES, () => (isComposing = true));
  hear(COMPOSED, () => (isComposing = false));
  hear(PRESSES, () => (isHeld = true));
  hear(RELEASES, () => (isHeld = false));
  return {
    async released() {
      for (;;) {
        const isWriting = isComposing;
        if (!isHeld && !isWriting) return;
        await new Promise<unknown>((resolve) => {
          hear(isWriting ? COMPOSED : RELEASES, resolve);
          // A word may take as long as it likes: the plain form is as good for writing.
          if (!isWriting) setTimeout(resolve, LONGEST_CLICK_MS);
        });
        if (!isWriting) isHeld = false;
        // The click comes right after the release, and what was composed is in the field after its event, before any other task.
        await nextTask();
      }
    },
    stop: () => watching.abort(),
  };
}
