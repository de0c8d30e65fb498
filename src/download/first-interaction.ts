import { isMode, type Mode, rememberMode } from './mode.ts';

/** What a visitor did with the form while it was plain HTML; the form that takes its place goes on from there. */
export type Draft = {
  text: string;
  mode: Mode;
  isFocused: boolean;
  isSubmitted: boolean;
  /** What the visitor did first: it may have been a key that means something. */
  first?: Event | undefined;
};

const INTERACTIONS = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'keydown',
  'focusin',
  'input',
  'scroll',
  'dragenter',
] as const;
const WIDE = '(min-width: 1024px)';

/**
 * Calls `open` at the first thing a visitor does on the page. A submit until then is held back and told by `isSubmitted`, so that it is
 * carried out here instead of reloading the page. Returns how to stop.
 */
export function onFirstInteraction(
  root: HTMLElement | null,
  open: (isSubmitted: () => boolean, first: Event) => Promise<void>,
): () => void {
  let isSubmitted = false;
  const field = root?.querySelector('textarea');
  // On a phone this would open the keyboard over the page.
  if (matchMedia(WIDE).matches && !location.hash) field?.focus({ preventScroll: true });
  const opening = new AbortController();
  const { signal } = opening;
  const start = (first: Event) => {
    opening.abort();
    void open(() => isSubmitted, first);
  };
  for (const name of INTERACTIONS) document.addEventListener(name, start, { signal, passive: true, capture: true });
  root?.addEventListener('submit', (event) => {
    event.preventDefault();
    isSubmitted = true;
  });
  root?.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && isMode(target.value)) rememberMode(target.value);
  });
  root?.addEventListener('keydown', (event) => {
    if (event.target !== field || event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    isSubmitted = true;
  });
  return () => opening.abort();
}

/** Whether the visitor was faster than this code. */
export function hasText(root: HTMLElement | null): boolean {
  return Boolean(root?.querySelector('textarea')?.value.trim());
}

/** Checks a mode in the plain form, unless the visitor was faster. */
export function showMode(root: HTMLElement | null, mode: Mode): void {
  const modes = [...(root?.querySelectorAll<HTMLInputElement>('input[name="mode"]') ?? [])];
  if (!modes.some(({ checked, defaultChecked }) => checked && defaultChecked)) return;
  for (const input of modes) if (input.value === mode) input.checked = true;
}

/** The form's state as it stands in the page. A line end behind a link is an Enter that nobody heard. */
export function readDraft(root: HTMLElement | null, mode: Mode, isSubmitted: boolean): Draft {
  const field = root?.querySelector('textarea');
  const chosen = root?.querySelector<HTMLInputElement>('input[name="mode"]:checked')?.value;
  return {
    text: field?.value ?? '',
    mode: isMode(chosen) ? chosen : mode,
    isFocused: field != null && document.activeElement === field,
    isSubmitted: isSubmitted || /\S\n$/.test(field?.value ?? ''),
  };
}
