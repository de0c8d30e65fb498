import { Button } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { describe } from './describe.ts';
import type { Transfer } from './transfer-state.ts';
import classes from './DoneLine.module.css';

/** How long a visitor may think better of it. */
const UNDO_MS = 8_000;

type Props = {
  title: string;
  transfer: Transfer;
  /** Begins it anew. */
  onUndo: () => void;
};

/** What the visitor cancelled: gone after a few seconds, in which it can be had back. It stays while somebody is at it. */
export function StoppedLine({ title, transfer, onUndo }: Props) {
  const [isOver, setOver] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The button that was pressed is gone.
    if (document.activeElement === document.body) root.current?.querySelector('button')?.focus();
  }, []);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => setOver(true), UNDO_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  if (isOver) return null;
  return (
    <div
      ref={root}
      className={classes.line}
      data-state="stopped"
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <p className={classes.words}>
        {describe(transfer)} · <span className={classes.name}>{transfer.summary}</span>
      </p>
      <Button
        variant="default"
        size="compact-md"
        className={classes.action}
        onClick={onUndo}
        aria-label={m.download_undo_named({ title })}
      >
        {m.download_undo()}
      </Button>
    </div>
  );
}
