import * as v from 'valibot';
import { DownloadProgress, KeepRequest, KeptFile } from '#/model/download.ts';
import { isOf } from '#/model/failure-codes.ts';
import { Failure } from '#/model/failure.ts';

/** Entries of a playlist as one archive, which the server makes and keeps. */
const [, Archive] = KeepRequest.options;

/** What earlier versions of this page stored lacks some of it. */
const StoredProgress = v.object({
  ...DownloadProgress.entries,
  leftS: v.optional(v.nullable(v.number()), null),
  file: v.optional(v.nullable(KeptFile), null),
});

const wish = {
  formatId: v.string(),
  /** What is being fetched, in one breath: `MP4 · 1080p · 48.3 MB`. */
  summary: v.string(),
  /** What of it is fetched, where that is not the whole: a clip, entries of an archive. */
  query: v.optional(v.record(v.string(), v.string()), {}),
  /** Made and kept by the server before it is saved: this file, or an archive. null: it comes straight to the visitor. */
  kept: v.optional(v.nullable(v.union([v.literal('file'), Archive])), null),
};

const course = {
  progress: v.nullable(StoredProgress),
  /** When the present try began; before that, when it was wanted. */
  startedAt: v.number(),
  /** Not to be tried before this instant, because of `waitsFor`. */
  waitUntil: v.optional(v.nullable(v.number()), null),
  waitsFor: v.optional(v.nullable(Failure), null),
  /** What the browser saves it as; undefined: not told yet. */
  fileName: v.optional(v.string()),
  /** How often it was started again by itself, because it vanished while it ran. */
  restarts: v.optional(v.number(), 0),
  /** Cancelled by the visitor: not to be started again by itself. */
  isStopped: v.optional(v.boolean(), false),
  /** When it was found under way without anybody having watched it, after a page or the connection was gone; null: it runs, or never ran. */
  revivedAt: v.optional(v.nullable(v.number()), null),
};

/** One file that a visitor wants, from the click to its end. A wish outlives its tries: each has a download id of its own. */
export const Transfer = v.object({
  ...wish,
  ...course,
  /** What the present try goes by at the server; null: it waits for its turn. */
  downloadId: v.nullable(v.string()),
  /**
   * What the visitor's order goes by there: all tries that begin by themselves have the same, so that no two of them become two files,
   * whatever this page or another missed. Wanted again by the visitor, it is another.
   */
  orderId: v.string(),
});
export type Transfer = v.InferOutput<typeof Transfer>;

/** A file to be fetched, or a part of one. */
export type Download = Pick<Transfer, 'formatId' | 'summary' | 'query'> & { kept?: Transfer['kept'] };

/**
 * Transfers by the id of the wish. An earlier version of this page filed them by download id, and a later one had no ids of orders: all
 * tabs then take the wish's, which is as much its own.
 */
export const Transfers = v.pipe(
  v.record(
    v.string(),
    v.object({
      ...wish,
      ...course,
      downloadId: v.optional(v.nullable(v.string())),
      orderId: v.optional(v.string()),
    }),
  ),
  v.transform((stored) =>
    Object.fromEntries(
      Object.entries(stored).map(([id, { downloadId = id, orderId = id, ...rest }]): [string, Transfer] => [
        id,
        { ...rest, downloadId, orderId },
      ]),
    ),
  ),
);

export type TransferEvent =
  /** A try begins, under this id. Said before the browser is sent anywhere, so that no tab and no later page begins it too. */
  | { type: 'begun'; downloadId: string; at: number }
  /** The server has it already, as this download: another try is under way, or has brought it. */
  | { type: 'joined'; downloadId: string; at: number }
  /** What the browser will save it as. */
  | { type: 'named'; fileName: string }
  | { type: 'progressed'; progress: DownloadProgress; at: number }
  /** The server has been asked, and knows nothing of it. */
  | { type: 'lost' }
  /** The visitor cancels it. */
  | { type: 'stopped' }
  /** It is tried again. `orderId`: the visitor wants it, as another order; undefined: it is the same. */
  | { type: 'again'; orderId?: string }
  /** A page finds it in the storage. `mayGoOn`: no other works on it. */
  | { type: 'revived'; at: number; mayGoOn: boolean }
  /** The server was away, and has been asked again. */
  | { type: 'asked'; at: number };

/** How long a download nobody reports on is still to be expected. */
export const UNKNOWN_AFTER_MS = 15_000;
/** How long it may take until what nobody watched turns out to have ended meanwhile: a server notices the death of another after 20 s. */
const REVIVING_MS = 30_000;
const MAX_RESTARTS = 2;

/** The instant until which a failure asks to wait; null: it does not, and stands until it is tried again. */
export function waitAfter({ code, retryAfterS }: Failure, at: number): number | null {
  return isOf(code, 'waits') && retryAfterS !== undefined ? at + retryAfterS * 1000 : null;
}

export function newTransfer({ kept = null, ...download }: Download, orderId: string, at: number): Transfer {
  const none = { downloadId: null, progress: null, waitUntil: null, waitsFor: null, revivedAt: null };
  return { ...download, kept, ...none, orderId, startedAt: at, restarts: 0, isStopped: false };
}

export function reduceTransfer(transfer: Transfer, event: TransferEvent): Transfer {
  switch (event.type) {
    case 'begun':
      return { ...waiting(transfer), downloadId: event.downloadId, startedAt: event.at };
    case 'joined':
      return { ...waiting(transfer), downloadId: event.downloadId, startedAt: event.at, revivedAt: event.at };
    case 'named':
      return { ...transfer, fileName: event.fileName };
    case 'progressed':
      return transfer.isStopped ? transfer : progressed(transfer, event.progress, event.at);
    case 'lost':
      return isOpen(transfer) ? lost(transfer) : transfer;
    case 'stopped':
      return { ...interrupted(transfer), isStopped: true };
    case 'again':
      return { ...waiting(transfer), orderId: event.orderId ?? transfer.orderId, restarts: 0, isStopped: false };
    case 'revived':
      if (event.mayGoOn) return isOpen(transfer) ? { ...transfer, revivedAt: event.at, restarts: 0 } : transfer;
      return stageOf(transfer) === 'waiting' ? interrupted(transfer) : transfer;
    case 'asked':
      return isOpen(transfer) ? { ...transfer, revivedAt: event.at } : transfer;
  }
}

function progressed(transfer: Transfer, progress: DownloadProgress, at: number): Transfer {
  const { state, failure } = progress;
  const waitUntil = state === 'failed' && failure ? waitAfter(failure, at) : null;
  if (waitUntil !== null) return { ...waiting(transfer), waitUntil, waitsFor: failure };
  const { revivedAt, kept } = transfer;
  // Its end was not seen: the browser was closed, or the server. One that is seen was brought about by the visitor, in the browser.
  const wasUnseen = revivedAt !== null && at - revivedAt < REVIVING_MS && !kept;
  if (state === 'cancelled' && wasUnseen && mayRestart(transfer)) return restart(transfer);
  // What is measured is really on its way; what is only remembered has no speed.
  const isAlive = state === 'transferring' && progress.bytesPerS > 0;
  const named = progress.file ? { fileName: progress.file.name } : {};
  return { ...transfer, ...named, progress, revivedAt: isAlive ? null : revivedAt };
}

function lost(transfer: Transfer): Transfer {
  const { progress, revivedAt } = transfer;
  if (progress?.state === 'ready') return { ...transfer, progress: { ...progress, state: 'expired', file: null } };
  const hasRun = progress !== null || revivedAt !== null;
  return hasRun && mayRestart(transfer) ? restart(transfer) : interrupted(transfer);
}

function mayRestart({ restarts }: Transfer): boolean {
  return restarts < MAX_RESTARTS;
}

function restart(transfer: Transfer): Transfer {
  return { ...waiting(transfer), restarts: transfer.restarts + 1 };
}

function waiting(transfer: Transfer): Transfer {
  return { ...transfer, downloadId: null, progress: null, waitUntil: null, waitsFor: null, revivedAt: null };
}

/** Of a download that never had an id. */
const NO_ID = '00000000-0000-0000-0000-000000000000';
const NOTHING = { receivedBytes: 0, totalBytes: null, bytesPerS: 0, leftS: null, failure: null, file: null };

function interrupted(transfer: Transfer): Transfer {
  const { downloadId, progress } = transfer;
  const { receivedBytes, totalBytes } = progress ?? NOTHING;
  const left = { ...NOTHING, id: downloadId ?? NO_ID, state: 'cancelled', receivedBytes, totalBytes } as const;
  return { ...transfer, waitUntil: null, waitsFor: null, progress: left };
}

/** What a page says of a download that failed before the server heard of it. */
export function refused(id: string, failure: Failure): DownloadProgress {
  return { ...NOTHING, id, state: 'failed', failure };
}

/** Where a transfer is: what the server says, and before that `waiting` for its turn or `starting`. */
export function stageOf({ downloadId, progress }: Transfer): DownloadProgress['state'] | 'waiting' | 'starting' {
  return progress?.state ?? (downloadId === null ? 'waiting' : 'starting');
}

/** Whether it is one of two wishes for the same. */
export function isSameFile(a: Download, b: Download): boolean {
  return a.formatId === b.formatId && JSON.stringify(a.query) === JSON.stringify(b.query);
}

/** Whether nothing is to be done about it but to wait: it is neither over nor to be saved. */
export function isUnderWay(transfer: Transfer): boolean {
  return !hasEnded(transfer) && stageOf(transfer) !== 'ready';
}

const ENDED: ReadonlySet<string> = new Set(['done', 'failed', 'cancelled', 'expired']);

export function hasEnded(transfer: Transfer): boolean {
  return ENDED.has(stageOf(transfer));
}

/** Whether something of it is yet to be heard from the server. */
export function isOpen(transfer: Transfer): boolean {
  return transfer.downloadId !== null && !hasEnded(transfer);
}

/** Whether it broke off without the visitor's doing. The browser may take it up again by itself. */
export function isInterrupted(transfer: Transfer): boolean {
  return stageOf(transfer) === 'cancelled' && !transfer.isStopped;
}

/** Whether bytes of it are on their way, or about to be: what a visitor may have a few of at once. */
export function isCrossing(transfer: Transfer): boolean {
  return !transfer.kept && isOpen(transfer);
}
