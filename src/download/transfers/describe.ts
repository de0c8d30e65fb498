import { formatBytes, formatPercent, formatSpeed, formatTimeLeft, joinSentences } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { formatTimeOfDay } from '../time-of-day.ts';
import { stageOf, type Transfer } from './transfer-state.ts';

/** Where a transfer is, in one line. */
export function describe(transfer: Transfer): string {
  const { progress, waitUntil, waitsFor, isStopped } = transfer;
  const stage = stageOf(transfer);
  switch (stage) {
    case 'waiting':
      if (waitUntil === null || !waitsFor) return m.download_waiting();
      return joinSentences([
        FAILURE_TEXT[waitsFor.code].title(),
        m.download_waits_until({ time: formatTimeOfDay(waitUntil) }),
      ]);
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
      return isStopped ? m.download_state_canceled() : m.download_state_interrupted();
    case 'failed':
      return m.download_state_failed();
    case 'expired':
      return m.failure_file_expired_title();
  }
}

/** The same for where there is little room: what matters most first, and of a file on its way its speed and the time that is left, or its size. */
export function describeShortly(transfer: Transfer): { lead: string; rest: string[] } {
  const { progress } = transfer;
  const share = shareOf(transfer);
  switch (stageOf(transfer)) {
    case 'transferring':
      if (share === null) return { lead: formatBytes(progress?.receivedBytes ?? 0), rest: howFast(transfer) };
      // How fast it comes is not known at once.
      return { lead: formatPercent(share), rest: progress?.bytesPerS ? howFast(transfer) : howLarge(transfer) };
    case 'paused':
      return { lead: m.download_state_paused(), rest: share === null ? [] : [formatPercent(share)] };
    case 'preparing':
      return { lead: m.download_state_preparing(), rest: share === null ? [] : [formatPercent(share)] };
    default:
      return { lead: describe(transfer), rest: [] };
  }
}

/** How much of it has come, between 0 and 1; null: nobody knows how long it is. */
export function shareOf({ progress }: Transfer): number | null {
  return progress?.totalBytes ? progress.receivedBytes / progress.totalBytes : null;
}

function howFar(transfer: Transfer): string[] {
  const { progress } = transfer;
  const share = shareOf(transfer);
  if (!progress) return [];
  const { receivedBytes, totalBytes } = progress;
  if (!totalBytes || share === null) return receivedBytes > 0 ? [formatBytes(receivedBytes)] : [];
  return [
    formatPercent(share),
    m.download_progress({ received: formatBytes(receivedBytes), total: formatBytes(totalBytes) }),
  ];
}

function howFast({ progress }: Transfer): string[] {
  if (!progress || progress.bytesPerS <= 0) return [];
  const { receivedBytes, totalBytes, bytesPerS } = progress;
  if (!totalBytes) return [formatSpeed(bytesPerS)];
  const time = formatTimeLeft((totalBytes - receivedBytes) / bytesPerS);
  return [formatSpeed(bytesPerS), m.download_progress_left({ time })];
}

function howLarge({ progress }: Transfer): string[] {
  return progress?.totalBytes ? [formatBytes(progress.totalBytes)] : [];
}
