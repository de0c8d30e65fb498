import { isOf } from '#/model/failure-codes.ts';
import type { FailureCode } from '#/model/failure.ts';
import type { Queue, QueueItem } from './queue-item.ts';
import { allTransfers, isBegun, isExpired, runLeft } from './queue.ts';
import { isCrossing, stageOf, type Transfer } from '../transfers/transfer-state.ts';

/** What is to be done next for a queue. */
type Step =
  | { type: 'read'; item: QueueItem }
  /** Its links have expired, and one of them is needed. */
  | { type: 'outdate'; item: QueueItem }
  /** It was read, and its files are to be begun by themselves. */
  | { type: 'take'; item: QueueItem }
  /** It is a list whose next entry has its turn. */
  | { type: 'feed'; item: QueueItem; link: string }
  | { type: 'begin'; item: QueueItem; transferId: string; transfer: Transfer };

type Allowed = {
  now: number;
  /** How many files may be on their way at once. */
  transfers: number;
};

/** Links read at once: the server has few workers, and a browser few connections. */
const CONCURRENT_READS = 3;

/** Entries of a list's run that are in the queue and not finished: enough that none waits for another to be read. */
const RUN_AHEAD = 5;

/**
 * The next thing to do, one at a time; null: nothing before something changes, or `wakeAt`.
 * Links are read, and files begun, from the top of the list down: what a visitor sees first comes first, and moving something up brings
 * it forward. New links stand on top, so what was pasted last is served first, and ten links of one paste in the order they were written;
 * who wants an older one sooner moves it up. Files that the server makes and keeps do not use up places on the way.
 */
export function nextStep(queue: Queue, { now, transfers }: Allowed): Step | null {
  const reading = queue.filter(({ state }) => state === 'resolving').length;
  const readable = queue.filter(({ state }) => state === 'waiting');
  if (reading < CONCURRENT_READS && !readable.some((item) => holdsAll(item.failure?.code, item.waitUntil, now))) {
    const item = readable.find(({ waitUntil }) => isDue(waitUntil, now));
    if (item) return { type: 'read', item };
  }
  const taken = queue.find((item) => item.isAuto && item.state === 'ready' && item.resolved && !isBegun(item));
  if (taken) return { type: 'take', item: taken };
  const list = queue.find((item) => runLeft(queue, item) < RUN_AHEAD);
  const [link] = list?.run?.rest ?? [];
  if (list && link !== undefined) return { type: 'feed', item: list, link };
  const waiting = queue.flatMap((item) =>
    Object.entries(item.transfers)
      .filter(([, transfer]) => stageOf(transfer) === 'waiting')
      .map(([transferId, transfer]) => ({ item, transferId, transfer })),
  );
  const isHeld = waiting.some(({ transfer }) => holdsAll(transfer.waitsFor?.code, transfer.waitUntil, now));
  const isFull = allTransfers(queue).filter(([, transfer]) => isCrossing(transfer)).length >= transfers;
  const next = waiting.find(({ item, transfer }) => {
    const mayBegin = transfer.kept ? true : !isHeld && !isFull;
    return mayBegin && isDue(transfer.waitUntil, now) && item.state === 'ready' && item.resolved;
  });
  if (!next) return null;
  const { item, transfer } = next;
  const isStale = !item.resolved || isExpired(item.resolved, now);
  return isStale && !isArchiveOfLinks(transfer) ? { type: 'outdate', item } : { type: 'begin', ...next };
}

/** The next instant at which something is due by itself; null: nothing is. */
export function wakeAt(queue: Queue, now: number): number | null {
  const instants = [
    ...queue.flatMap(({ state, waitUntil }) => (state === 'waiting' && waitUntil ? [waitUntil] : [])),
    ...allTransfers(queue).flatMap(([, { waitUntil, progress }]) => [
      ...(waitUntil ? [waitUntil] : []),
      ...(progress?.file ? [Date.parse(progress.file.expiresAt)] : []),
    ]),
  ].filter((instant) => instant > now);
  return instants.length > 0 ? Math.min(...instants) : null;
}

function isDue(waitUntil: number | null, now: number): boolean {
  return waitUntil === null || waitUntil <= now;
}

function holdsAll(code: FailureCode | undefined, waitUntil: number | null, now: number): boolean {
  return code !== undefined && isOf(code, 'holds-queue') && !isDue(waitUntil, now);
}

/** It is asked for by the links of posts, which do not expire. */
function isArchiveOfLinks({ kept }: Transfer): boolean {
  return kept !== null && kept !== 'file';
}
