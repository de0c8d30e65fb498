import { Button } from '@mantine/core';
import { m } from '#/language/paraglide/messages.js';
import { mayTryAgain } from '#/model/failure-codes.ts';
import { FailureNote } from '#/site/pages/FailureNote.tsx';
import { SavingHelp } from './SavingHelp.tsx';
import { describe, shareOf } from './describe.ts';
import { DoneLine } from './DoneLine.tsx';
import { StoppedLine } from './StoppedLine.tsx';
import { type TransferHandlers, TransferActions } from './TransferActions.tsx';
import { stageOf, type Transfer } from './transfer-state.ts';
import classes from './TransferLine.module.css';

type Props = {
  title: string;
  transfer: Transfer;
  actions: TransferHandlers;
  /** Of its file; null: there is none yet, or none any more. */
  href?: string | null;
  /** Shows what else there is to have; undefined: nothing. */
  onOther?: (() => void) | undefined;
};

/** When the browser has been sent for a file, and may not have taken it. */
const SENT = new Set(['starting', 'transferring', 'paused', 'ready']);

/** A file crossing beside the one that the card offers: the line, in words how far it is, how fast, and how long it takes, and what can be done with it. */
export function TransferLine({ title, transfer, actions, href = null, onOther }: Props) {
  const { progress, summary } = transfer;
  const stage = stageOf(transfer);
  if (stage === 'done') return <DoneLine {...{ title, transfer, href }} />;
  if (transfer.isStopped) return <StoppedLine {...{ title, transfer }} onUndo={actions.retry} />;
  if (progress?.failure)
    return (
      <FailureNote
        failure={progress.failure}
        actions={
          mayTryAgain(progress.failure.code) ? (
            <Button variant="default" onClick={actions.retry}>
              {m.download_retry()}
            </Button>
          ) : (
            <>
              {onOther && (
                <Button variant="default" onClick={onOther}>
                  {m.download_try_another_format()}
                </Button>
              )}
              <Button variant="default" onClick={actions.stop}>
                {m.download_remove()}
              </Button>
            </>
          )
        }
      >
        {progress.failure.code === 'offline' && <p>{m.download_continues_online()}</p>}
      </FailureNote>
    );
  return (
    <div className={classes.transfer} data-state={stage}>
      <div className={`cluster ${classes.words}`}>
        <span>
          <span className={classes.summary}>{summary}</span> <span>{describe(transfer)}</span>
        </span>
        <TransferActions title={title} transfer={transfer} actions={actions} />
      </div>
      {stage !== 'waiting' && stage !== 'expired' && (
        <progress
          aria-label={m.download_progress_label({ title })}
          aria-valuetext={describe(transfer)}
          max={1}
          value={stage === 'ready' ? 1 : (shareOf(transfer) ?? 0)}
          className="progress"
        />
      )}
      {href !== null && SENT.has(stage) && (
        <SavingHelp title={title} href={href} sizeBytes={progress?.file?.bytes ?? progress?.totalBytes ?? null} />
      )}
    </div>
  );
}
