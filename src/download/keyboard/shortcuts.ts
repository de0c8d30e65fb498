import { type Mode, MODES } from '../form/mode.ts';

/** What a single key does on a page with the form. */
export type Shortcut = { does: 'field' | 'paste' | 'list' } | { does: 'mode'; mode: Mode };

type Key = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'isComposing'
>;

const TYPING = 'textarea, select, [contenteditable], input:not([type="radio"], [type="checkbox"], [type="button"])';

/**
 * What a key means, by the letter it writes; on keyboards that write no Latin letters or no digits without Shift (Russian, Greek, French),
 * by where it lies. null: nothing, as with any modifier.
 */
export function shortcutOf(event: Key): Shortcut | null {
  const { key, code, shiftKey, repeat, isComposing } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || repeat || isComposing) return null;
  const mode = MODES[Number(digitOf(event)) - 1];
  if (mode) return { does: 'mode', mode };
  // The Russian layouts write a full stop where others have the slash, and a comma above it.
  const isSlashOfOthers = code === 'Slash' && (key === '.' || key === ',');
  if (key === '?' || (isSlashOfOthers && shiftKey)) return { does: 'list' };
  if (key === '/' || isSlashOfOthers) return { does: 'field' };
  const isForeignLetter = code === 'KeyP' && /^[^\u0000-\u024f]$/u.test(key);
  if (!shiftKey && (key.toLowerCase() === 'p' || isForeignLetter)) return { does: 'paste' };
  return null;
}

function digitOf({ key, code, shiftKey }: Key): string | undefined {
  if (/^[1-9]$/.test(key)) return key;
  return shiftKey ? undefined : /^Digit([1-9])$/.exec(code)?.[1];
}

/** Whether keys belong to something else: a field that is written in, or an open dialog. */
export function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  return target instanceof Element && target.closest(TYPING) !== null;
}
