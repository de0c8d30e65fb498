import type { Resolved } from '#/model/download.ts';
import { createEmitter } from '#/model/emitter.ts';
import type { Failure, Result } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';
import { emitAnalyticsEvent } from '#/site/browser/analytics-events.ts';
import { orUnanswered } from '#/site/browser/unanswered.ts';
import { sleep } from '#/site/browser/timeouts.ts';
import { allowances } from '#app.config';
import { browserTabs } from './browser-tabs.ts';
import { fileNames, preferredQuality } from '../choices/choices.ts';
import { resolveLink } from '../download.functions.ts';
import { analyticsEventsSince } from './queue-events.ts';
import { nameQuery } from '../formats/link-query.ts';
import type { Mode } from '../form/mode.ts';
import { notifyFinished } from '../choices/notify.ts';
import { askForPlace, saveLink } from '../transfers/download-link.ts';
import { createProgressStream } from '../transfers/progress-stream.ts';
import type { Queue } from './queue-item.ts';
import {
  allTransfers,
  canBeRetried,
  type Clearing,
  overallProgress,
  type QueueEvent,
  renewed,
  startable,
  wentWrong,
} from './queue.ts';
import { cancelDownload, keepDownload, orderDownload } from './queue.functions.ts';
import { signalQueue } from './queue-signal.ts';
import { createQueueWorker } from './queue-worker.ts';
import { readFormatPreferences } from '../choices/format-preferences.ts';
import { recommendedOf } from './recommended-file.ts';
import { createSharedQueue, type SharedQueue } from './shared-queue.ts';
import { showBadge, showShare } from '../workspace/title.ts';
import type { TransferHandlers } from '../transfers/TransferActions.tsx';
import { type Download, isOpen, stageOf } from '../transfers/transfer-state.ts';

/**
 * The queue of this page: the one of all tabs, as this one sees it, and what a visitor can do with it. It exists in the browser only;
 * what the server renders is given to `useQueue` as its snapshot.
 */

const EMPTY: Queue = [];
const changes = createEmitter();
let shared: SharedQueue | undefined;
let transferLimit: number = allowances.guest.transfers;

export function subscribe(listener: () => void): () => void {
  return changes.on(listener);
}

export function snapshot(): Queue {
  return shared?.snapshot() ?? EMPTY;
}

/** Whether the queue of this browser has taken over from what came with the page. */
export function isRestored(): boolean {
  return shared !== undefined;
}

/** Joins the queue of this browser, once. To be called after hydration. */
export function restoreQueue(): void {
  if (shared) return;
  const stream = createProgressStream({
    onProgress: (progress) => worker.onProgress(progress),
    onUnknown: (downloadId) => worker.onUnknown(downloadId),
    onReconnected: () => {
      worker.onReconnected();
      goOn();
    },
  });
  const queue = createSharedQueue(browserTabs(), { onChange, isIdle: () => worker.isIdle() });
  const worker = createQueueWorker(
    {
      resolve: (link) => orUnanswered(resolveLink({ data: { url: link } })),
      probe: askForPlace,
      save: saveLink,
      keep: (request, orderId) => orUnanswered(keepDownload({ data: { ...request, orderId } })),
      cancel: (id) => void cancelAtServer(id),
      follow: stream.follow,
      recommend: (item) => recommendedOf(item, readFormatPreferences()),
      nameQuery: () => nameQuery(fileNames.read()),
    },
    { queue: queue.snapshot, dispatch: queue.dispatch, transferLimit: () => transferLimit, onIdle: queue.settle },
  );
  let before = queue.snapshot();
  shared = queue;

  function onChange(): void {
    const [was, now] = [before, queue.snapshot()];
    // The worker's changes lead here again, before it comes back.
    before = now;
    if (queue.leads()) {
      notifyFinished(was, now);
      for (const event of analyticsEventsSince(was, now)) emitAnalyticsEvent(event);
      worker.run();
    } else worker.rest();
    const shown = queue.snapshot();
    const share = overallProgress(shown);
    signalQueue({ count: shown.length, share });
    showShare(share);
    showBadge(allTransfers(shown).filter(([, transfer]) => isOpen(transfer)).length);
    changes.emit();
  }

  addEventListener('pagehide', queue.leave);
  addEventListener('pageshow', ({ persisted }) => persisted && queue.enter());
  addEventListener('focus', queue.claim);
  addEventListener('focus', worker.look);
  document.addEventListener('visibilitychange', () => !document.hidden && worker.look());
  addEventListener('online', goOn);
  queue.enter();
  if (document.hasFocus()) queue.claim();
  // An earlier page may have been closed before the connection was back.
  if (navigator.onLine) goOn();

  function goOn(): void {
    const isHeld = ({ failure }: { failure: Failure | null }) => failure?.code === 'offline';
    const transfers = allTransfers(queue.snapshot()).flatMap(([, { progress }]) => progress ?? []);
    if (queue.snapshot().some(isHeld) || transfers.some(isHeld)) queue.dispatch({ type: 'online' });
  }
}

export function dispatch(event: QueueEvent): void {
  shared?.dispatch(event);
}

/** Whether this tab is the one of this browser that acts. */
export function leads(): boolean {
  return shared?.leads() ?? false;
}

type Wanted = {
  quality?: number | null;
  /** Answers that came with the page. */
  known?: ReadonlyMap<string, Result<Resolved>>;
};

/** Puts links on top of the queue, in their order. */
export function addLinks(
  links: readonly { link: string; platform: Platform | null }[],
  mode: Mode,
  { quality = preferredQuality(), known = new Map() }: Wanted = {},
): void {
  if (links.length === 0) return;
  const items = links.map(({ link, platform }) => {
    return { id: crypto.randomUUID(), link, platform, mode, quality, answer: known.get(link) };
  });
  dispatch({ type: 'added', items, at: Date.now() });
}

/**
 * The id of an item that may be named by its link, which is in the queue once: what the server rendered has no other name, and may be
 * pressed before the browser's own queue is shown.
 */
const idOf = (name: string) => snapshot().find(({ id, link }) => id === name || link === name)?.id ?? name;

export const retry = (item: string) => dispatch({ type: 'retried', id: idOf(item) });
/** Picks a format of an item: its card offers that from then on. */
export const choose = (item: string, formatId: string) => dispatch({ type: 'chosen', id: idOf(item), formatId });
export const clear = (what: Clearing) => dispatch({ type: 'cleared', what });
/** One place up (-1) or down (1). */
export const move = (item: string, by: 1 | -1) => dispatch({ type: 'moved', id: idOf(item), by });

/** What is downloaded of everything that was not begun yet. */
export const setMode = (mode: Mode) => dispatch({ type: 'mode', mode });

/** Takes an item out, and cancels what runs of it. Returns how to put it back. */
export function remove(name: string): () => void {
  const [id, queue] = [idOf(name), snapshot()];
  const place = queue.findIndex((item) => item.id === id);
  const item = queue[place];
  for (const transferId of Object.keys(item?.transfers ?? {})) stopTransfer(transferId);
  dispatch({ type: 'removed', id });
  return () => {
    if (item) dispatch({ type: 'restored', item: renewed(item, () => crypto.randomUUID()), place });
  };
}

export function retryAllFailed(): void {
  for (const item of snapshot()) {
    if (canBeRetried(item)) retry(item.id);
    for (const [transferId, transfer] of Object.entries(item.transfers))
      if (wentWrong(transfer)) retryTransfer(transferId);
  }
}

/** Wants a file of an item; it is begun when its turn comes. */
export function want(item: string, download: Download): void {
  dispatch({ type: 'wanted', id: idOf(item), transferId: crypto.randomUUID(), download, at: Date.now() });
}

/** Begins whatever is ready, and what is still being read once it is. */
export function downloadAll(queue: Queue): void {
  dispatch({ type: 'auto', ids: startable(queue).map(({ id }) => idOf(id)), isAuto: true });
}

/**
 * Sends entries of a list through the queue by themselves, one after another.
 * @param quality height in pixels; null: the best that plays everywhere
 * @param isContinued they belong to what was sent before, and are not wanted any more where that was stopped
 */
export function runThrough(item: string, links: readonly string[], quality: number | null, isContinued = false): void {
  if (links.length > 0) dispatch({ type: 'run', id: idOf(item), links, quality, isContinued });
}

export const stopRun = (item: string) => dispatch({ type: 'runStopped', id: idOf(item) });

/** Has a post read again whose links no longer work. */
export const readAgain = (item: string) => dispatch({ type: 'outdated', id: idOf(item) });

/** Begins a transfer anew; one whose link no longer works after its post has been read again. */
export function retryTransfer(transferId: string): void {
  const item = snapshot().find(({ transfers }) => transferId in transfers);
  const code = item?.transfers[transferId]?.progress?.failure?.code;
  if (item && (code === 'link_expired' || code === 'link_invalid' || code === 'format_gone')) {
    readAgain(item.id);
  }
  dispatch({ type: 'transfer', transferId, what: { type: 'again', orderId: crypto.randomUUID() } });
}

/** What a visitor can do with a transfer. */
export function transferActions(transferId: string): TransferHandlers {
  return {
    pause: () => commandTransfers([transferId], 'pause'),
    resume: () => commandTransfers([transferId], 'resume'),
    stop: () => stopTransfer(transferId),
    retry: () => retryTransfer(transferId),
  };
}

/** Cancels a transfer in whatever stage; what the server has made and kept of it is deleted. */
export function stopTransfer(transferId: string): void {
  const [, transfer] = allTransfers(snapshot()).find(([id]) => id === transferId) ?? [];
  if (!transfer) return;
  const { downloadId, progress } = transfer;
  const mayBeUnheard = progress === null;
  if (isOpen(transfer) && downloadId) void cancelAtServer(downloadId, mayBeUnheard ? 3 : 0);
  dispatch({ type: 'transfer', transferId, what: { type: 'stopped' } });
}

/** Pauses or resumes transfers; what the server does is then heard as progress. Others than running ones of known length are left alone. */
export function commandTransfers(transferIds: readonly string[], what: 'pause' | 'resume'): void {
  const wanted = what === 'pause' ? 'transferring' : 'paused';
  for (const [transferId, transfer] of allTransfers(snapshot())) {
    const { downloadId, progress } = transfer;
    if (!downloadId || !transferIds.includes(transferId) || stageOf(transfer) !== wanted) continue;
    if (progress?.totalBytes) void orUnanswered(orderDownload({ data: { id: downloadId, order: what } }));
  }
}

/** How many files this visitor may have on their way at once. */
export function allowTransfers(limit: number): void {
  transferLimit = limit;
}

const AGAIN_MS = 1_500;

/** A download that the browser was just sent for may reach the server after its cancellation: then it is told again. */
async function cancelAtServer(id: string, repeats = 0): Promise<void> {
  const answer = await orUnanswered(cancelDownload({ data: { id } }));
  if (answer.ok || answer.failure.code !== 'download_unknown' || repeats === 0) return;
  await sleep(AGAIN_MS);
  await cancelAtServer(id, repeats - 1);
}
