import { allowances } from '#app.config';
import type { DownloadProgress, Resolved } from '#/model/download.ts';
import { isOf, remediesOf } from '#/model/failure-codes.ts';
import type { Failure, Result } from '#/model/failure.ts';
import type { Mode } from '../form/mode.ts';
import { type Queue, type QueueItem, UNREAD } from './queue-item.ts';
import { mergeInto, type QueueMerge } from './queue-merge.ts';
import {
  type Download,
  hasEnded,
  isInterrupted,
  isOpen,
  newTransfer,
  reduceTransfer,
  stageOf,
  type Transfer,
  type TransferEvent,
  waitAfter,
} from '../transfers/transfer-state.ts';

/** What is known of an item when it is added; `answer`: it came with the page. */
export type NewItem = Pick<QueueItem, 'id' | 'link' | 'platform' | 'mode'> & {
  quality?: number | null;
  isAuto?: boolean;
  runOf?: string | null;
  answer?: Result<Resolved> | undefined;
};

export type QueueEvent =
  | { type: 'added'; items: NewItem[]; at: number }
  | { type: 'started'; id: string }
  | { type: 'resolved'; id: string; resolved: Resolved }
  | { type: 'failed'; id: string; failure: Failure; at: number }
  | { type: 'retried'; id: string }
  /** Its links have expired; it is read again. */
  | { type: 'outdated'; id: string }
  /** The visitor picks one of its formats. */
  | { type: 'chosen'; id: string; formatId: string }
  | { type: 'removed'; id: string }
  /** Put back where it was, after it was taken out. */
  | { type: 'restored'; item: QueueItem; place: number }
  | { type: 'cleared'; what: Clearing }
  /** Whose it was has signed out. */
  | { type: 'emptied' }
  /** What other devices of the user have made of the queue. */
  | QueueMerge
  | { type: 'moved'; id: string; by: 1 | -1 }
  /** Something else is to be downloaded: of all of which nothing was begun. */
  | { type: 'mode'; mode: Mode }
  /** Whether files of these items are begun by themselves. */
  | { type: 'auto'; ids: readonly string[]; isAuto: boolean }
  /**
   * Entries of a list are to go through the queue by themselves, behind those that do already. `isContinued`: they belong to what began
   * before they were loaded, and are not wanted any more where that was stopped.
   */
  | { type: 'run'; id: string; links: readonly string[]; quality: number | null; isContinued?: boolean }
  /** The next of them have their turn. */
  | { type: 'fed'; id: string; items: NewItem[] }
  | { type: 'runStopped'; id: string }
  | { type: 'wanted'; id: string; transferId: string; download: Download; at: number }
  | { type: 'transfer'; transferId: string; what: Exclude<TransferEvent, { type: 'progressed' | 'revived' | 'asked' }> }
  | { type: 'progressed'; progress: DownloadProgress; at: number }
  /** Another page works on the queue from now on. `isFresh`: it found it in the storage. */
  | { type: 'takenOver'; at: number; isFresh: boolean; mayGoOn: boolean }
  /** The server was away, and is there again. */
  | { type: 'reconnected'; at: number }
  /** The connection is there again. */
  | { type: 'online' }
  /** Time has passed. */
  | { type: 'woken'; at: number };

/** What one press takes out of the queue: what is had or was given up, or what failed. */
export type Clearing = 'finished' | 'failed';

/** A platform that turns us away is not asked again before that, where it does not say how long itself. */
const REFUSAL_MS = 60_000;

/** The queue after an event. New ones stand on top; a link that is there already is not added twice. */
export function reduceQueue(queue: Queue, event: QueueEvent): Queue {
  switch (event.type) {
    case 'added':
      return add(queue, event.items, event.at);
    case 'started':
      return change(queue, event.id, () => ({ state: 'resolving', failure: null, waitUntil: null }));
    case 'resolved':
      return change(queue, event.id, () => ({ state: 'ready', resolved: event.resolved, failure: null }));
    case 'failed': {
      const waitUntil = waitAfter(event.failure, event.at);
      const state = waitUntil === null ? 'failed' : 'waiting';
      return change(queue, event.id, () => ({ state, failure: event.failure, waitUntil: mayHelpAt(event) }));
    }
    case 'retried':
      return change(queue, event.id, () => ({ state: 'waiting', failure: null, waitUntil: null }));
    case 'outdated':
      return change(queue, event.id, outdate);
    case 'chosen':
      return change(queue, event.id, () => ({ chosen: event.formatId }));
    case 'removed':
      return queue.filter(({ id }) => id !== event.id);
    case 'restored':
      return restore(queue, event);
    case 'cleared':
      return queue.filter((item) => !isFinished(item) || hasFailed(item) !== (event.what === 'failed'));
    case 'emptied':
      return [];
    case 'merged':
      return fit(mergeInto(queue, event));
    case 'moved':
      return move(queue, event.id, event.by);
    case 'mode':
      return queue.map((item) => (isBegun(item) ? item : inMode(item, event.mode)));
    case 'auto':
      return queue.map((item) => (event.ids.includes(item.id) ? { ...item, isAuto: event.isAuto } : item));
    case 'run':
      return change(queue, event.id, ({ run }) => extendRun(run, event));
    case 'fed':
      return feed(queue, event);
    case 'runStopped':
      return stopRun(queue, event.id);
    case 'wanted':
      return change(queue, event.id, (item) => want(item, event));
    case 'transfer':
      return changeTransfers(queue, (transfer, id) =>
        id === event.transferId ? reduceTransfer(transfer, event.what) : transfer,
      );
    case 'progressed':
      return changeTransfers(queue, (transfer) =>
        transfer.downloadId === event.progress.id ? reduceTransfer(transfer, event) : transfer,
      );
    case 'takenOver':
      return takeOver(queue, event);
    case 'reconnected':
      return changeTransfers(queue, (transfer) => reduceTransfer(transfer, { type: 'asked', at: event.at }));
    case 'online':
      return goOn(queue);
    case 'woken':
      return changeTransfers(queue, (transfer) => {
        const file = transfer.progress?.file;
        return file && Date.parse(file.expiresAt) <= event.at ? reduceTransfer(transfer, { type: 'lost' }) : transfer;
      });
  }
}

/** Until when another try is known to fail, also of what is not tried again by itself; null: it may help at once. */
function mayHelpAt({ failure: { code, retryAfterS }, at }: Extract<QueueEvent, { type: 'failed' }>): number | null {
  if (retryAfterS !== undefined) return at + retryAfterS * 1000;
  return isOf(code, 'refusal') ? at + REFUSAL_MS : null;
}

function add(queue: Queue, items: readonly NewItem[], at: number): Queue {
  const known = new Set(queue.map(({ link }) => link));
  const fresh = items.filter(({ link }) => !known.has(link)).map(newItem);
  const answers = new Map(items.map(({ link, answer }) => [link, answer]));
  const all = [...fresh, ...queue];
  return fit(
    all.reduce<Queue>((sum, { id, link }) => {
      const answer = answers.get(link);
      if (!answer) return sum;
      if (answer.ok) return reduceQueue(sum, { type: 'resolved', id, resolved: answer.value });
      return reduceQueue(sum, { type: 'failed', id, failure: answer.failure, at });
    }, all),
  );
}

function newItem({ id, link, platform, mode, quality = null, isAuto = false, runOf = null }: NewItem): QueueItem {
  return { ...UNREAD, id, link, platform, mode, quality, isAuto, runOf };
}

/** The next entries of a run, behind those of it that are not finished; those that are sink below. What is in the queue already is not added. */
function feed(queue: Queue, { id, items }: Extract<QueueEvent, { type: 'fed' }>): Queue {
  const list = queue.find((item) => item.id === id);
  if (!list?.run) return queue;
  const known = new Set(queue.map(({ link }) => link));
  const due = new Set(items.map(({ link }) => link));
  const rest = list.run.rest.filter((link) => !due.has(link));
  const fresh = items.filter(({ link }) => !known.has(link)).map(newItem);
  const others = queue.filter(({ runOf }) => runOf !== list.link);
  const own = queue.filter(({ runOf }) => runOf === list.link);
  const place = others.indexOf(list) + 1;
  return fit([
    ...others.slice(0, place - 1),
    { ...list, run: { ...list.run, rest } },
    ...own.filter((item) => !isFinished(item)),
    ...fresh,
    ...own.filter(isFinished),
    ...others.slice(place),
  ]);
}

/** A run that is over is gone on with only by what belongs to it: anything else is another. */
function extendRun(
  run: QueueItem['run'],
  { links, quality, isContinued = false }: Extract<QueueEvent, { type: 'run' }>,
): Partial<QueueItem> {
  if (!run && isContinued) return {};
  const before = run && (isContinued || run.rest.length > 0) ? run : { rest: [], total: 0 };
  return { run: { rest: [...before.rest, ...links], total: before.total + links.length, quality } };
}

/** Ends a run: what was not begun of it goes, what is under way stays. */
function stopRun(queue: Queue, id: string): Queue {
  const list = queue.find((item) => item.id === id);
  if (!list?.run) return queue;
  const left = queue.filter((item) => item.runOf !== list.link || isBegun(item) || item.state === 'failed');
  return change(left, id, () => ({ run: null }));
}

/** How many entries of a list's run are over, whatever became of them. */
export function runDone(queue: Queue, { link, run }: Pick<QueueItem, 'link' | 'run'>): number {
  return run ? run.total - run.rest.length - awaitedOf(queue, link) : 0;
}

/** How many entries of a list's run are in the queue and not over; Infinity, where no more are to come. */
export function runLeft(queue: Queue, { link, run }: Pick<QueueItem, 'link' | 'run'>): number {
  return run && run.rest.length > 0 ? awaitedOf(queue, link) : Infinity;
}

function awaitedOf(queue: Queue, list: string): number {
  return queue.filter((item) => item.runOf === list && isAwaited(item)).length;
}

/** Whether something is yet to come of an item by itself. */
function isAwaited(item: QueueItem): boolean {
  return (item.isAuto || isBegun(item)) && !isFinished(item);
}

/** Not where the link has been added again meanwhile. */
function restore(queue: Queue, { item, place }: Extract<QueueEvent, { type: 'restored' }>): Queue {
  return queue.some(({ link }) => link === item.link) ? queue : fit(queue.toSpliced(place, 0, item));
}

/** As many as follow to a user's every device; the oldest finished ones go first. */
function fit(queue: Queue): Queue {
  const surplus = queue.length - allowances.queueEntries;
  if (surplus <= 0) return queue;
  const dropped = new Set(queue.filter(isFinished).slice(-surplus));
  return queue.filter((item) => !dropped.has(item)).slice(0, allowances.queueEntries);
}

/** A second click before the file is on its way means the same wish. */
function want({ transfers }: QueueItem, { transferId, download, at }: Extract<QueueEvent, { type: 'wanted' }>) {
  const wish = (of: Download) => JSON.stringify([of.formatId, of.query, of.kept ?? null]);
  const isPending = (of: Transfer) => stageOf(of) === 'waiting' || stageOf(of) === 'starting';
  if (Object.values(transfers).some((of) => isPending(of) && wish(of) === wish(download))) return {};
  return { isAuto: false, transfers: { ...transfers, [transferId]: newTransfer(download, transferId, at) } };
}

/** What a page does with what others left: reads again what was being read or has expired, and asks about what was under way. */
function takeOver(queue: Queue, { at, isFresh, mayGoOn }: Extract<QueueEvent, { type: 'takenOver' }>): Queue {
  const unread = queue.map((item): QueueItem => (item.state === 'resolving' ? { ...item, state: 'waiting' } : item));
  if (!isFresh) return unread;
  const asked = changeTransfers(unread, (transfer) => reduceTransfer(transfer, { type: 'revived', at, mayGoOn }));
  return asked.map((item) => {
    const isStale = !item.resolved || isExpired(item.resolved, at);
    return item.state === 'ready' && isStale && !isFinished(item) ? { ...item, ...outdate(item) } : item;
  });
}

/** Tries again whatever failed for nothing but the connection. */
function goOn(queue: Queue): Queue {
  const read = queue.map((item): QueueItem =>
    item.state === 'failed' && isOffline(item) ? { ...item, state: 'waiting', failure: null } : item,
  );
  return changeTransfers(read, (transfer) =>
    transfer.progress && isOffline(transfer.progress) ? reduceTransfer(transfer, { type: 'again' }) : transfer,
  );
}

function isOffline({ failure }: { failure: Failure | null }): boolean {
  return failure?.code === 'offline';
}

/** What it is stays to be seen; its links are gone until it has been read again. */
function outdate({ resolved }: QueueItem): Partial<QueueItem> {
  return { state: 'waiting', failure: null, waitUntil: null, resolved: resolved && { ...resolved, links: {} } };
}

export function isExpired({ expiresAt }: Resolved, at: number): boolean {
  return Date.parse(expiresAt) <= at;
}

function move(queue: Queue, id: string, by: 1 | -1): Queue {
  const from = queue.findIndex((item) => item.id === id);
  const [item, other] = [queue[from], queue[from + by]];
  return item && other ? queue.with(from, other).with(from + by, item) : queue;
}

function change(queue: Queue, id: string, what: (item: QueueItem) => Partial<QueueItem>): Queue {
  return queue.map((item) => (item.id === id ? { ...item, ...what(item) } : item));
}

function changeTransfers(queue: Queue, what: (transfer: Transfer, id: string) => Transfer): Queue {
  return queue.map((item) => {
    const before = Object.entries(item.transfers);
    const after = before.map(([id, transfer]): [string, Transfer] => [id, what(transfer, id)]);
    const isSame = after.every(([, transfer], index) => transfer === before[index]?.[1]);
    return isSame ? item : { ...item, transfers: Object.fromEntries(after) };
  });
}

/** What was picked of another kind is not meant any more. */
function inMode(item: QueueItem, mode: Mode): QueueItem {
  const { chosen, ...others } = item;
  return chosen === undefined ? { ...item, mode } : { ...others, mode };
}

/** Whether a file of an item was wanted, whatever became of it. */
export function isBegun({ transfers }: QueueItem): boolean {
  return Object.keys(transfers).length > 0;
}

/** Items whose files one press can begin: read or being read, and not begun. A list is begun by its own button. */
export function startable(queue: Queue): Queue {
  return queue.filter(
    (item) => !item.isAuto && !isBegun(item) && item.state !== 'failed' && item.resolved?.media.kind !== 'playlist',
  );
}

/** Of fewer each has its own button. */
const MANY = 2;

/** How many items one press begins together; 0: there are too few for a button of their own. */
export function countTogether(queue: Queue): number {
  const { length } = startable(queue);
  return length >= MANY ? length : 0;
}

export function allTransfers(queue: Queue): [id: string, transfer: Transfer][] {
  return queue.flatMap(({ transfers }) => Object.entries(transfers));
}

/** Whether nothing more comes of an item by itself, nor is there a file to save. */
export function isFinished({ state, transfers, run }: QueueItem): boolean {
  const all = Object.values(transfers);
  if (run && run.rest.length > 0) return false;
  return all.every(hasEnded) && (state === 'failed' || (state === 'ready' && all.length > 0));
}

/** What there is to clear: failures only where nothing else is finished, and not one alone, which is removed by its own button. */
export function clearable(queue: Queue): Clearing | null {
  const finished = queue.filter(isFinished);
  if (!finished.every(hasFailed)) return 'finished';
  return finished.length > 1 ? 'failed' : null;
}

/** Whether a link could not be read, or a file of it did not come: what to do about it is the visitor's. */
function hasFailed({ state, transfers }: QueueItem): boolean {
  return state === 'failed' || Object.values(transfers).some(wentWrong);
}

/**
 * What is put back of an item that was taken out: what was on its way, and was cancelled by that, begins anew. It is another one, since the
 * user's other devices have heard that the old one is gone; its orders are others, too.
 */
export function renewed(item: QueueItem, newId: () => string): QueueItem {
  const transfers = Object.values(item.transfers).map((transfer): [string, Transfer] => [
    newId(),
    isOpen(transfer) ? reduceTransfer(transfer, { type: 'again', orderId: newId() }) : transfer,
  ]);
  const state = item.state === 'resolving' ? 'waiting' : item.state;
  return { ...item, id: newId(), state, transfers: Object.fromEntries(transfers) };
}

/** Whether checking a link again can help: not against a post that is private, deleted or taken down. */
export function canBeRetried({ state, failure }: Pick<QueueItem, 'state' | 'failure'>): boolean {
  return state === 'failed' && (failure === null || remediesOf(failure.code).includes('retry'));
}

/** Whether a transfer went wrong; one that the visitor cancelled did not. */
export function wentWrong(transfer: Transfer): boolean {
  return stageOf(transfer) === 'failed' || isInterrupted(transfer);
}

/** Ids of downloads to listen to: of those whose end is not known, and of those that the browser may take up again. */
export function followedDownloads(queue: Queue): string[] {
  const transfers = allTransfers(queue).map(([, transfer]) => transfer);
  return [...transfers.filter(isOpen), ...transfers.filter(isInterrupted)].flatMap(
    ({ downloadId }) => downloadId ?? [],
  );
}

const COUNTED: ReadonlySet<string> = new Set(['transferring', 'paused', 'preparing']);

/** How far all running downloads are together, between 0 and 1; null when none runs. */
export function overallProgress(queue: Queue): number | null {
  const running = allTransfers(queue).flatMap(([, { progress }]) =>
    progress && COUNTED.has(progress.state) && progress.totalBytes ? [progress] : [],
  );
  const total = running.reduce((sum, { totalBytes }) => sum + (totalBytes ?? 0), 0);
  return total === 0 ? null : running.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0) / total;
}
