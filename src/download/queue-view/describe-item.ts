import { formatPercent, formatTimeLeft } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { KeptFile } from '#/model/download.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { stageOf, type Transfer } from '../transfers/transfer-state.ts';
import { formatTimeOfDay } from '../time-of-day.ts';
import type { QueueItem } from '../queue/queue-item.ts';

/** An item in one breath. */
type ItemState = {
  text: string;
  /** How far its file is, between 0 and 1; null: none is on its way. */
  share: number | null;
  /** What the server keeps for the visitor to save; null: nothing. */
  file: KeptFile | null;
  /** Whether it needs the visitor. */
  isWrong: boolean;
};

type Stage = ReturnType<typeof stageOf>;

/** Of an item's several files, the one that says most: what runs, what waits for the visitor, what is to come, what was. */
const TELLING: readonly Stage[] = [
  'transferring',
  'preparing',
  'paused',
  'ready',
  'failed',
  'starting',
  'queued',
  'waiting',
  'done',
  'cancelled',
  'expired',
];

/** How an item of the queue stands, where there is one line for it. */
export function describeItem({ state, failure, waitUntil, resolved, transfers }: QueueItem): ItemState {
  const still = (text: string, isWrong = false): ItemState => ({ text, share: null, file: null, isWrong });
  const [transfer] = Object.values(transfers).toSorted(
    (a, b) => TELLING.indexOf(stageOf(a)) - TELLING.indexOf(stageOf(b)),
  );
  if (transfer) return describeTransfer(transfer);
  if (state === 'failed' && failure) return still(FAILURE_TEXT[failure.code].title(), true);
  if (waitUntil !== null) return still(m.download_waits_until({ time: formatTimeOfDay(waitUntil) }));
  if (state === 'resolving') return still(m.download_checking());
  return still(resolved && state === 'ready' ? m.download_drawer_ready() : m.download_waiting());
}

function describeTransfer({ progress, isStopped, ...transfer }: Transfer): ItemState {
  const stage = stageOf({ progress, isStopped, ...transfer });
  const total = progress?.totalBytes;
  const share = progress && total ? progress.receivedBytes / total : null;
  const far = share === null ? [] : [formatPercent(share)];
  const state = { share: null, file: null, isWrong: false };
  switch (stage) {
    case 'transferring':
      return { ...state, text: [...far, ...timeLeft(progress)].join(' · ') || m.download_state_starting(), share };
    case 'preparing':
      return { ...state, text: [m.download_state_preparing(), ...far].join(' · '), share };
    case 'paused':
      return { ...state, text: [m.download_state_paused(), ...far].join(' · '), share };
    case 'ready':
      return { ...state, text: m.download_state_ready(), file: progress?.file ?? null };
    case 'failed': {
      const text = progress?.failure ? FAILURE_TEXT[progress.failure.code].title() : m.download_state_failed();
      return { ...state, text, isWrong: true };
    }
    case 'starting':
      return { ...state, text: m.download_state_starting() };
    case 'queued':
      return { ...state, text: m.download_state_queued() };
    case 'waiting':
      return { ...state, text: m.download_waiting() };
    case 'done':
      return { ...state, text: m.download_state_done() };
    case 'cancelled':
      return { ...state, text: isStopped ? m.download_state_canceled() : m.download_state_interrupted() };
    case 'expired':
      return { ...state, text: m.failure_file_expired_title() };
  }
}

function timeLeft(progress: Transfer['progress']): string[] {
  if (!progress?.totalBytes || progress.bytesPerS <= 0) return [];
  const time = formatTimeLeft((progress.totalBytes - progress.receivedBytes) / progress.bytesPerS);
  return [m.download_progress_left({ time })];
}
