import { Button } from '@mantine/core';
import { formatBytes, formatPercent, formatSpeed, formatTimeLeft } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { FailureNote } from '#/site/pages/FailureNote.tsx';
import { SavingHelp } from './SavingHelp.tsx';
import { formatTimeOfDay } from '../time-of-day.ts';
import { type Deeds, TransferActions } from './TransferActions.tsx';
import { stageOf, type Transfer } from './transfer-state.ts';
import classes from './TransferLine.module.css';

type Props = {
  title: string;
  transfer: Transfer;
  deeds: Deeds;
  /** Of its file; null: there is none yet, or none any more. */
  href?: string | null;
};

/** When the browser has been sent for a file, and may not have taken it. */
const SENT = new Set(['starting', 'transferring', 'paused', 'ready', 'done']);

/** A file crossing: the line, in words how far it is, how fast, and how long it takes, and what can be done with it. */
export function TransferLine({ title, transfer, deeds, href = null }: Props) {
  const { progress, summary } = transfer;
  const stage = stageOf(transfer);
  const share = progress?.totalBytes ? progress.receivedBytes / progress.totalBytes : 0;
  if (progress?.failure)
    return (
      <FailureNote failure={progress.failure}>
        {progress.failure.code === 'offline' && <p>{m.download_goes_on_online()}</p>}
        <Button variant="default" size="compact-md" onClick={deeds.retry}>
          {m.download_retry()}
        </Button>
      </FailureNote>
    );
  return (
    <div className={classes.transfer} data-state={transfer.isStopped ? 'stopped' : stage}>
      <div className={classes.words}>
        <span>
          <span className={classes.summary}>{summary}</span> <span>{describe(transfer)}</span>
        </span>
        <TransferActions title={title} transfer={transfer} deeds={deeds} />
      </div>
      {stage !== 'waiting' && stage !== 'expired' && (
        <progress
          aria-label={m.download_progress_label({ title })}
          aria-valuetext={describe(transfer)}
          max={1}
          value={stage === 'done' || stage === 'ready' ? 1 : share}
          className={classes.line}
        />
      )}
      {href !== null && SENT.has(stage) && (
        <SavingHelp title={title} href={href} sizeBytes={progress?.file?.bytes ?? progress?.totalBytes ?? null} />
      )}
    </div>
  );
}

function describe(transfer: Transfer): string {
  const { progress, waitUntil, waitsFor, isStopped } = transfer;
  const stage = stageOf(transfer);
  switch (stage) {
    case 'waiting':
      if (waitUntil === null || !waitsFor) return m.download_waiting();
      return `${FAILURE_TEXT[waitsFor.code].title()} ${m.download_waits_until({ time: formatTimeOfDay(waitUntil) })}`;
    case 'starting':
      return m.download_state_starting();
    case 'queued':
      // What it waits for, where it is not only for its turn.
      return [
        m.download_state_queued(),
        ...(progress?.failure ? [FAILURE_TEXT[progress.failure.code].title()] : []),
      ].join(' · ');
    case 'preparing':
      return [m.download_state_preparing(), ...howFar(transfer)].join(' · ');
    case 'ready':
      if (!progress?.file) return m.download_state_ready();
      return m.download_state_kept({ time: formatTimeOfDay(Date.parse(progress.file.expiresAt)) });
    case 'paused':
      return [m.download_state_paused(), ...howFar(transfer)].join(' · ');
    case 'transferring':
      return [...howFar(transfer), ...howFast(transfer)].join(' · ');
    case 'done':
      return m.download_state_done();
    case 'cancelled':
      return isStopped ? m.download_state_stopped() : m.download_state_cancelled();
    case 'failed':
      return m.download_state_failed();
    case 'expired':
      return m.failure_file_expired_title();
  }
}

function howFar({ progress }: Transfer): string[] {
  if (!progress) return [];
  const { receivedBytes, totalBytes } = progress;
  if (!totalBytes) return receivedBytes > 0 ? [formatBytes(receivedBytes)] : [];
  return [
    formatPercent(receivedBytes / totalBytes),
    m.download_progress({ received: formatBytes(receivedBytes), total: formatBytes(totalBytes) }),
  ];
}

function howFast({ progress }: Transfer): string[] {
  if (!progress?.totalBytes || progress.bytesPerS <= 0) return [];
  const { receivedBytes, totalBytes, bytesPerS } = progress;
  const time = formatTimeLeft((totalBytes - receivedBytes) / bytesPerS);
  return [formatSpeed(bytesPerS), m.download_progress_left({ time })];
}
