import { type ComponentType, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { readClipboard } from '#/site/browser/clipboard.ts';
import type { Shortcut } from '../keyboard/shortcuts.ts';
import { carryOutShortcut, useShortcuts } from '../keyboard/use-shortcuts.ts';
import { type EarlyAct, takeEarlyActs } from './early-acts.ts';
import { showFilled, useExample } from './example.ts';
import { MODE_LABEL } from './mode-label.ts';
import type { Mode } from './mode.ts';
import { useDrop } from './use-drop.ts';

type Ports = {
  add: (pasted: string) => void;
  gather: () => void;
  choose: (mode: Mode) => void;
  /** Tells what was changed elsewhere than where the focus is. */
  announce: (text: string) => void;
};

type FormCommands = {
  /** Puts what is in the clipboard into the field. */
  paste: () => void;
  isClipboardRefused: boolean;
  showKeys: () => void;
  /** The list of single keys, while it is open. */
  Keys: ComponentType<{ onClose: () => void }> | null;
  closeKeys: () => void;
  /** Whether links are held over the page, to be dropped. */
  isHeldOver: boolean;
};

/**
 * All by which the form is filled and sent from elsewhere than its field: buttons, single keys, links that are dropped, the page's example,
 * and what was done before this code was there.
 */
export function useFormCommands(
  field: RefObject<HTMLTextAreaElement | null>,
  { add, gather, choose, announce }: Ports,
): FormCommands {
  const [isClipboardRefused, setClipboardRefused] = useState(false);
  const [Keys, setKeys] = useState<ComponentType<{ onClose: () => void }> | null>(null);

  /** As if it had been pasted and sent, so that what is wrong with it is said. */
  const addAndSend = (pasted: string) => {
    flushSync(() => add(pasted));
    field.current?.form?.requestSubmit();
  };
  const paste = async (take: (pasted: string) => void) => {
    const pasted = await readClipboard();
    setClipboardRefused(pasted === null);
    if (pasted !== null) take(pasted);
    field.current?.focus();
  };
  const showKeys = async () => {
    const { KeysDialog } = await import('../keyboard/KeysDialog.tsx');
    setKeys(() => KeysDialog);
  };

  const onShortcut = (shortcut: Shortcut) => {
    if (shortcut.does === 'field') field.current?.focus();
    if (shortcut.does === 'paste') void paste(addAndSend);
    if (shortcut.does === 'list') void showKeys();
    if (shortcut.does === 'mode') {
      choose(shortcut.mode);
      announce(MODE_LABEL[shortcut.mode]());
    }
  };
  useShortcuts(onShortcut);
  const early: Record<EarlyAct, () => void> = {
    submit: () => field.current?.form?.requestSubmit(),
    paste: () => void paste(add),
    keys: () => void showKeys(),
    example: gather,
  };
  const carryOut = useEffectEvent(() => {
    const { acts, keys } = takeEarlyActs();
    for (const act of acts) early[act]();
    for (const key of keys) carryOutShortcut(key, onShortcut);
  });
  useEffect(() => carryOut(), []);
  const isHeldOver = useDrop(addAndSend);
  useExample((link) => {
    flushSync(() => add(link));
    announce(link);
    showFilled(field.current?.form);
  });

  return {
    paste: () => void paste(add),
    isClipboardRefused,
    showKeys: () => void showKeys(),
    Keys,
    closeKeys: () => setKeys(null),
    isHeldOver,
  };
}
