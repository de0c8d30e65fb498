import { breakpoints } from '#app.config';
import { unsentText } from './unsent-text.ts';
import { isMode, type Mode, rememberMode } from './mode.ts';

/** What a visitor did with the form while it was plain HTML; the form that takes its place goes on from there. */
export type Draft = {
  text: string;
  mode: Mode;
  /** Which of the form's controls has the focus, counted from 0; -1: none. */
  focused: number;
  /** Of the field, where it has the focus: what is selected, or where the caret is. */
  selection?: Selected | undefined;
  isSubmitted: boolean;
  /** Keys and clicks until then, in their order: some may mean something to the form. */
  missed?: readonly Event[] | undefined;
};

/** As a field tells it: characters from its beginning. */
export type Selected = readonly [start: number, end: number, direction: 'forward' | 'backward' | 'none'];

const INTERACTIONS = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'keydown',
  'focusin',
  'input',
  'scroll',
  'dragenter',
  'click',
] as const;
/** As style sheets have it (scripts/vite/breakpoint-queries.ts). */
const WIDE = `(min-width: ${breakpoints.md / 16}em)`;

/** What a visitor does until the new form is there. */
export type FirstInteraction = {
  /** Whether the plain form was sent: that is held back, so that it is carried out here instead of reloading the page. */
  isSubmitted: () => boolean;
  /** Keys and clicks, in their order. */
  missed: readonly Event[];
  stop: () => void;
};

/**
 * Calls `open` at the first thing a visitor does on the page, and keeps what is done until it is fulfilled.
 * @param mayFocus whether the field waits for the visitor's keys; elsewhere than on a phone, where this would open the keyboard
 */
export function onFirstInteraction(
  root: HTMLElement | null,
  open: () => Promise<void>,
  mayFocus: boolean,
): FirstInteraction {
  let isSubmitted = false;
  const missed: Event[] = [];
  const field = root?.querySelector('textarea');
  if (mayFocus && matchMedia(WIDE).matches && !location.hash) field?.focus({ preventScroll: true });
  const opening = new AbortController();
  const { signal } = opening;
  const stop = () => opening.abort();
  let isOpening = false;
  const start = (event: Event) => {
    if (event.type === 'keydown' || event.type === 'click') missed.push(event);
    if (isOpening) return;
    isOpening = true;
    // After what the visitor did was shown.
    const begin = () =>
      open().then(stop, (error: unknown) => {
        isOpening = false;
        throw error;
      });
    requestAnimationFrame(() => setTimeout(() => void begin()));
  };
  for (const name of INTERACTIONS) document.addEventListener(name, start, { signal, passive: true, capture: true });
  root?.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      isSubmitted = true;
    },
    { signal },
  );
  root?.addEventListener(
    'change',
    ({ target }) => {
      if (target instanceof HTMLInputElement && isMode(target.value)) rememberMode(target.value);
    },
    { signal },
  );
  root?.addEventListener(
    'keydown',
    (event) => {
      if (event.target !== field || event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      isSubmitted = true;
    },
    { signal },
  );
  return { isSubmitted: () => isSubmitted, missed, stop };
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
    text: field?.value ?? unsentText(),
    mode: isMode(chosen) ? chosen : mode,
    focused: [...(root?.querySelector('form')?.elements ?? [])].findIndex((one) => one === document.activeElement),
    selection: field && field === document.activeElement ? selectionOf(field) : undefined,
    isSubmitted: isSubmitted || /\S\n$/.test(field?.value ?? ''),
  };
}

function selectionOf({ selectionStart, selectionEnd, selectionDirection }: HTMLTextAreaElement): Selected {
  return [selectionStart, selectionEnd, selectionDirection];
}

/**
 * Gives the focus to what had it in the plain form, and the caret and what is selected their place: a field that is new begins with its
 * caret before all that is typed next. To be called when the form stands in the page with the draft's text, before anything else can happen.
 */
export function takeUpWriting(root: HTMLElement, { focused, selection }: Draft): void {
  const control = root.querySelector('form')?.elements[focused];
  if (!(control instanceof HTMLElement)) return;
  control.focus({ preventScroll: true });
  if (control instanceof HTMLTextAreaElement && selection) control.setSelectionRange(...selection);
}
