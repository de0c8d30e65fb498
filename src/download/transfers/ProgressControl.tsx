import { useLayoutEffect, useRef } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { describe, describeShortly, shareOf } from './describe.ts';
import { type TransferHandlers, TransferActions } from './TransferActions.tsx';
import { stageOf, type Transfer } from './transfer-state.ts';
import classes from './ProgressControl.module.css';

type Props = { title: string; transfer: Transfer; actions: TransferHandlers };

/** A file on its way, in the place of the button that began it: how far it is, how fast, how long yet, and what can be done with it. */
export function ProgressControl({ title, transfer, actions }: Props) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The button that was pressed is gone.
    if (document.activeElement === document.body) root.current?.focus({ preventScroll: true });
  }, []);
  const share = shareOf(transfer);
  const { lead, rest } = describeShortly(transfer);
  const isMeasured = share !== null && share > 0;
  return (
    <div ref={root} tabIndex={-1} className={classes.control} data-state={stageOf(transfer)}>
      <progress
        aria-label={m.download_progress_label({ title })}
        aria-valuetext={describe(transfer)}
        max={1}
        value={share ?? 0}
        className={classes.crossing}
      />
      {isMeasured && <span className={classes.dot} style={{ '--share': share }} aria-hidden="true" />}
      <span className={classes.words} aria-hidden="true">
        <strong className={classes.lead}>{lead}</strong>{' '}
        {rest.map((part, place) => (
          <span key={part} className={classes.rest}>
            {place > 0 && <span className={classes.between}> · </span>}
            {part}
          </span>
        ))}
      </span>
      <TransferActions {...{ title, transfer, actions }} isSmall />
    </div>
  );
}
