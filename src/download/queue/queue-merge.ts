import type { QueueEntry } from '#/model/account.ts';
import { type Queue, type QueueItem, UNREAD } from './queue-item.ts';
import { isOpen } from '../transfers/transfer-state.ts';

/** What a queue comes to by what the server has of it. */
export type QueueMerge = {
  type: 'merged';
  /** From the top. Those that are not here are added, to be read. */
  entries: readonly QueueEntry[];
  /** Ids of those that were taken out elsewhere. */
  removed: readonly string[];
};

/**
 * The queue after it was merged. What was taken out elsewhere stays as long as something of it is being transferred here. An entry whose
 * link is here by another id gives its own, so that all devices call it the same. What the server does not know stands above.
 */
export function mergeInto(queue: Queue, { entries, removed }: QueueMerge): Queue {
  const gone = new Set(removed);
  const left = queue.filter((item) => !gone.has(item.id) || isUnderWay(item));
  const byId = new Map(left.map((item) => [item.id, item]));
  const byLink = new Map(left.map((item) => [item.link, item]));
  const merged = entries.map((entry) => ({ entry, item: byId.get(entry.id) ?? byLink.get(entry.link) }));
  const known = new Set(merged.map(({ item }) => item));
  return [
    ...left.filter((item) => !known.has(item)),
    ...merged.map(({ entry, item }) => (item ? renamed(item, entry.id) : newItem(entry))),
  ];
}

function isUnderWay({ transfers }: QueueItem): boolean {
  return Object.values(transfers).some(isOpen);
}

/** What is being read under the old name is read again: its answer will come for nobody. */
function renamed(item: QueueItem, id: string): QueueItem {
  if (item.id === id) return item;
  return { ...item, id, state: item.state === 'resolving' ? 'waiting' : item.state };
}

function newItem(entry: QueueEntry): QueueItem {
  return { ...UNREAD, ...entry, isAuto: false, runOf: null };
}
