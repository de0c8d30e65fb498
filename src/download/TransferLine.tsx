import { Button } from '@mantine/core';
import { formatBytes, formatPercent, formatSpeed, formatTimeLeft } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { FailureNote } from './FailureNote.tsx';
import type { Transfer } from './queue.ts';
import classes from './TransferLine.module.css';

/** A file crossing: the line, and in words how far it is, how fast, and how long it takes. */
export function TransferLine({ title, transfer, onRetry }: { title: string; transfer: Transfer; onRetry: () => void }) {
  const { progress, summary } = transfer;
  const share = progress?.totalBytes ? progress.receivedBytes / progress.totalBytes : 0;
  const again = (
    <Button variant="default" size="compact-md" onClick={onRetry}>
      {m.download_retry()}
    </Button>
  );
  if (progress?.failure) return <FailureNote failure={progress.failure}>{again}</FailureNote>;
  return (
    <div className={classes.transfer} data-state={progress?.state ?? 'starting'}>
      <div className={classes.words}>
        <span className={classes.summary}>{summary}</span>
        <span>{describe(transfer)}</span>
        {progress?.state === 'cancelled' && again}
      </div>
      <progress
        aria-label={m.download_progress_label({ title })}
        aria-valuetext={describe(transfer)}
        max={1}
        value={progress?.state === 'done' ? 1 : share}
        className={classes.line}
      />
    </div>
  );
}

function describe({ progress }: Transfer): string {
  if (!progress) return m.download_state_starting();
  const { state, receivedBytes, totalBytes, bytesPerS } = progress;
  if (state === 'done') return m.download_state_done();
  if (state === 'cancelled') return m.download_state_cancelled();
  if (state === 'failed') return m.download_state_failed();
  if (!totalBytes) return formatBytes(receivedBytes);
  const parts = [
    formatPercent(receivedBytes / totalBytes),
    m.download_progress({ received: formatBytes(receivedBytes), total: formatBytes(totalBytes) }),
  ];
  if (bytesPerS > 0) {
    const time = formatTimeLeft((totalBytes - receivedBytes) / bytesPerS);
    parts.push(formatSpeed(bytesPerS), m.download_progress_left({ time }));
  }
  return parts.join(' · ');
}
