import { Button } from '@mantine/core';
import { m } from '#/language/paraglide/messages.js';
import { hasEnded, stageOf, type Transfer } from './transfer-state.ts';
import classes from './TransferLine.module.css';

/** What a visitor can do with a transfer. */
export type TransferHandlers = Record<'pause' | 'resume' | 'stop' | 'retry', () => void>;

type Props = {
  title: string;
  transfer: Transfer;
  actions: TransferHandlers;
  /** As signs, where there is little room. */
  isSmall?: boolean;
};

const SIGNS = { pause: 'M5.5 3.5v9m5-9v9', resume: 'm5 3 7.5 5L5 13Z', stop: 'm4 4 8 8m0-8-8 8' } as const;

function Sign({ of }: { of: keyof typeof SIGNS }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={classes.sign}>
      <path d={SIGNS[of]} />
    </svg>
  );
}

/**
 * What can be done with a transfer as it stands. A button that means something else after it was pressed stays the same button, so that
 * the keyboard's focus stays on it.
 */
export function TransferActions({ title, transfer, actions, isSmall = false }: Props) {
  const { progress } = transfer;
  const stage = stageOf(transfer);
  const shared = {
    variant: 'default',
    size: 'compact-md',
    className: isSmall ? classes.small : undefined,
  } as const;
  // Without a length there is nothing to resume from.
  const canPause = (stage === 'transferring' || stage === 'paused') && progress?.totalBytes;
  const isPaused = stage === 'paused';
  if (stage === 'done') return null;
  return (
    <span className={classes.actions}>
      {canPause && (
        <Button
          {...shared}
          onClick={isPaused ? actions.resume : actions.pause}
          aria-label={isPaused ? m.download_resume_named({ title }) : m.download_pause_named({ title })}
        >
          {isSmall ? <Sign of={isPaused ? 'resume' : 'pause'} /> : isPaused ? m.download_resume() : m.download_pause()}
        </Button>
      )}
      {stage === 'ready' && progress?.file && (
        <Button
          {...shared}
          variant="filled"
          component="a"
          href={progress.file.link}
          download={progress.file.name}
          aria-label={m.download_save_named({ title })}
        >
          {m.download_save()}
        </Button>
      )}
      {hasEnded(transfer) ? (
        <Button {...shared} key="end" onClick={actions.retry} aria-label={m.download_retry_named({ title })}>
          {m.download_retry()}
        </Button>
      ) : (
        <Button
          {...shared}
          variant="subtle"
          key="end"
          onClick={actions.stop}
          aria-label={stage === 'ready' ? m.download_delete_named({ title }) : m.download_cancel_named({ title })}
        >
          {stage === 'ready' ? m.download_delete() : isSmall ? <Sign of="stop" /> : m.download_cancel()}
        </Button>
      )}
    </span>
  );
}
