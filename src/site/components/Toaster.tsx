import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import classes from './Toaster.module.css';

/** How long there is to take something back. Not while it is looked at: under the pointer, or with the focus. */
const SHOWN_MS = 10_000;

/** A word on what has just been done, and how to take it back. */
export type Toast = { text: string; action?: { label: string; press: () => void } };
/** `number`: the same words again are news. */
export type ShownToast = { toast: Toast; number: number; place: HTMLElement };

type Props = {
  subscribe: (listener: () => void) => () => void;
  /** null: nothing is to be said. */
  current: () => ShownToast | null;
  onEnd: () => void;
};

/** Where all toasts are said. */
export function Toaster({ subscribe, current, onEnd }: Props) {
  const shown = useSyncExternalStore(subscribe, current);
  const place = shown?.place ?? document.body;
  // Where it is held: when it goes elsewhere, since what it stood in is closed, nothing tells that it was let go.
  const [heldIn, setHeldIn] = useState<HTMLElement | null>(null);
  const isHeld = heldIn === place;
  const isSaid = useLater(shown?.number);
  useEffect(() => {
    if (!shown || isHeld) return undefined;
    const timer = setTimeout(onEnd, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown, isHeld, onEnd]);
  const action = shown?.toast.action;
  const act = () => {
    setHeldIn(null);
    onEnd();
    action?.press();
  };
  const hold = () => setHeldIn(place);
  const letGo = () => setHeldIn(null);
  return createPortal(
    <div className={classes.place} onPointerEnter={hold} onPointerLeave={letGo} onFocus={hold} onBlur={letGo}>
      <output aria-live="polite">{isSaid && <p key={shown?.number}>{shown?.toast.text}</p>}</output>
      {isSaid && action && (
        <button type="button" onClick={act}>
          {action.label}
        </button>
      )}
    </div>,
    place,
  );
}

/** Whether a frame has passed since the news: a screen reader reads out what comes into a place that it knows. */
function useLater(number: number | undefined): boolean {
  const [passed, setPassed] = useState<number>();
  useEffect(() => {
    const frame = requestAnimationFrame(() => setPassed(number));
    return () => cancelAnimationFrame(frame);
  }, [number]);
  return number !== undefined && passed === number;
}
