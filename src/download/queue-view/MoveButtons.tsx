import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { m } from '#/language/paraglide/messages.js';
import { IconButton } from '#/site/components/IconButton.tsx';

type Props = { name: string; place: number; count: number; onMove: (by: 1 | -1) => void };

/** Brings an entry of the queue forward or back by one. */
export function MoveButtons({ name, place, count, onMove }: Props) {
  const move = (by: 1 | -1) => (event: MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget;
    if (button.ariaDisabled === 'true') return;
    flushSync(() => onMove(by));
    // An element that is put elsewhere in the document loses the focus.
    button.focus();
  };
  // At the end of the list a button stays where it is, so that the focus does too.
  return (
    <>
      <IconButton
        sign="forward"
        aria-disabled={place === 1}
        aria-label={m.download_move_up_named({ title: name })}
        onClick={move(-1)}
      />
      <IconButton
        sign="back"
        aria-disabled={place === count}
        aria-label={m.download_move_down_named({ title: name })}
        onClick={move(1)}
      />
    </>
  );
}
