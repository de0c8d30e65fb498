import { exampleOf, showFilled } from './example.ts';
import { isMode, type Mode, rememberMode } from './mode.ts';
import { isTaken } from '../keyboard/shortcuts.ts';
import { keepUnsentText } from './unsent-text.ts';
import { HELD, takeEarlyClicks } from './early-clicks.tsx';

/** What a visitor does with the form that needs its code. */
export type EarlyAct = (typeof BUTTONS)[number] | 'submit' | 'example';

/** Names of the form's buttons that do nothing without code. */
const BUTTONS = ['paste', 'keys'] as const;

/**
 * The first of these on a page asks for the form's code. Not that a finger touches it: Chromium lets timers wait until it is lifted, and
 * the click that comes of it would wait for what they load.
 */
const FIRST_ACTS = ['pointermove', 'keydown', 'focusin', 'input', 'scroll', 'dragenter', 'click'] as const;
/**
 * React would take over a form that these happen in at once, however long that takes, to let it hear them. It need not: what has been
 * written and chosen by the time it does is read from the page.
 */
const READ_LATER = [
  'pointerdown',
  'pointerup',
  'pointercancel',
  'mousedown',
  'mouseup',
  'touchstart',
  'touchend',
  'touchcancel',
  'click',
  'dblclick',
  'auxclick',
  'contextmenu',
  'focusin',
  'keydown',
  'keypress',
  'keyup',
  // Chromium's own, which comes before each letter of an input.
  'textInput',
  'input',
  'change',
  'copy',
  'cut',
  'paste',
  'compositionstart',
  'compositionend',
  'dragstart',
  'dragend',
  'drop',
] as const;

/** Each once, in the order they were first done in: who presses twice because nothing happens yet means it once. */
const acts = new Set<EarlyAct>();
/** Single keys, which may mean something to the form. */
let keys: KeyboardEvent[] = [];

/** What was done before the form's code was there, for it to carry out. Told once. */
export function takeEarlyActs(): { acts: EarlyAct[]; keys: KeyboardEvent[] } {
  const taken = { acts: [...acts], keys };
  acts.clear();
  keys = [];
  return taken;
}

/**
 * Until the form is at work: calls `onAct` for whatever a visitor does on the page, and keeps what is done with the plain form that
 * would be lost, or be done by the browser instead. What is typed stays in the field, and goes along when a step takes that away.
 * @returns how to stop
 */
export function keepEarlyActs(panel: HTMLElement, onAct: () => void): () => void {
  const listening = new AbortController();
  // At the window, before React: it stops events of a form that it has not taken over.
  const options = { capture: true, signal: listening.signal };
  const field = panel.querySelector('textarea');
  let isLineWanted = false;
  const submit = () => {
    acts.add('submit');
    showHeld(field?.form, true);
  };
  const isOurs = ({ target }: Event) => target instanceof Node && panel.contains(target);

  for (const name of FIRST_ACTS) addEventListener(name, onAct, { ...options, passive: true });
  for (const name of READ_LATER) addEventListener(name, (event) => isOurs(event) && event.stopPropagation(), options);
  addEventListener(
    'submit',
    (event) => {
      // Of the queue below, the forms are the browser's own.
      if (event.target !== field?.form) return;
      event.preventDefault();
      submit();
    },
    options,
  );
  addEventListener(
    'click',
    (event) => {
      const button = isOurs(event) && event.target instanceof Element && event.target.closest('button');
      if (button) addClick(button.name);
    },
    options,
  );
  addEventListener(
    'click',
    (event) => {
      const link = exampleOf(event);
      if (!field || link === null) return;
      event.preventDefault();
      field.value = [field.value.trim(), link].filter(Boolean).join('\n');
      keepUnsentText(field.value);
      showFilled(field.form);
      acts.add('example');
    },
    options,
  );
  addEventListener(
    'keydown',
    (event) => {
      if (!isTaken(event.target)) keys.push(event);
      isLineWanted = event.shiftKey;
      if (event.target !== field || event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      submit();
    },
    options,
  );
  addEventListener(
    'input',
    (event) => {
      if (!field || event.target !== field) return;
      keepUnsentText(field.value);
      // An Enter whose key was not heard: it was pressed while this began to listen, or on a keyboard that does not name its keys.
      if (event instanceof InputEvent && event.inputType === 'insertLineBreak' && !isLineWanted) submit();
    },
    options,
  );
  addEventListener(
    'change',
    (event) => {
      const { target } = event;
      if (isOurs(event) && target instanceof HTMLInputElement && isMode(target.value)) rememberMode(target.value);
    },
    options,
  );
  // Of a visitor who was faster than this.
  for (const name of takeEarlyClicks()) addClick(name);
  // A line end behind a link is an Enter that nobody heard.
  if (field && /\S\n$/.test(field.value)) submit();
  if (field?.value) keepUnsentText(field.value);
  if (acts.size > 0) onAct();
  return () => listening.abort();
}

function addClick(name: string): void {
  const act = BUTTONS.find((button) => button === name);
  if (act) acts.add(act);
}

/** Shows that the form was sent, as long as what comes of it is not there. The page's inline script does the same before there is other code. */
export function showHeld(form: HTMLFormElement | null | undefined, isHeld: boolean): void {
  form?.toggleAttribute(HELD, isHeld);
}

/** Checks a mode in the plain form, unless the visitor was faster. */
export function showMode(panel: HTMLElement, mode: Mode): void {
  const modes = [...panel.querySelectorAll<HTMLInputElement>('input[name="mode"]')];
  if (!modes.some(({ checked, defaultChecked }) => checked && defaultChecked)) return;
  for (const input of modes) if (input.value === mode) input.checked = true;
}
