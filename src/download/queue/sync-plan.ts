import * as v from 'valibot';
import { type QueueAddition, QueueEntry, type QueueSnapshot } from '#/model/account.ts';
import type { Queue } from './queue-item.ts';
import type { QueueMerge } from './queue-merge.ts';

/** What is to be told to the server. */
type SyncPlan = { remove: string[]; addition: QueueAddition | null };

/**
 * What was changed here since this browser and the server last agreed: `agreed` are the ids of all entries then, in order. An id that was
 * agreed on and is missing on one side was taken out there; one that was not is new where it is.
 */
export function planSync(local: Queue, agreed: readonly string[], { entries, removed }: QueueSnapshot): SyncPlan {
  const here = new Set(local.map(({ id }) => id));
  const before = new Set(agreed);
  const remove = entries.flatMap(({ id }) => (before.has(id) && !here.has(id) ? [id] : []));
  const left = entries.filter(({ id }) => !remove.includes(id));
  const known = new Set([...left.map(({ id }) => id), ...removed, ...agreed]);
  const links = new Set(left.map(({ link }) => link));
  const added = entriesOf(local).filter(({ id, link }) => !known.has(id) && !links.has(link));
  const isMoved = isReordered(local, agreed, new Set(left.map(({ id }) => id)));
  const order = isMoved ? entriesOf(local).map(({ id }) => id) : null;
  return { remove, addition: added.length > 0 || isMoved ? { entries: added, order } : null };
}

/** Whether something was changed here since then, but for what stays only because it is being transferred. */
export function isChanged(local: Queue, agreed: readonly string[], removed: readonly string[]): boolean {
  const ignored = new Set(removed);
  const ids = entriesOf(local).flatMap(({ id }) => (ignored.has(id) ? [] : [id]));
  return ids.length !== agreed.length || ids.some((id, index) => id !== agreed[index]);
}

/** How the server's answer changes the queue. What was taken out while it was under way does not come back by it. */
export function mergeOf(
  now: Queue,
  before: Queue,
  agreed: readonly string[],
  { entries, removed }: QueueSnapshot,
): QueueMerge {
  const here = new Set(now.map(({ id }) => id));
  const known = new Set([...agreed, ...before.map(({ id }) => id)]);
  const there = new Set(entries.map(({ id }) => id));
  return {
    type: 'merged',
    entries: entries.filter(({ id }) => here.has(id) || !known.has(id)),
    removed: [...removed, ...agreed.filter((id) => !there.has(id))],
  };
}

/** What can follow to other devices: not what is no link. */
function entriesOf(local: Queue): QueueEntry[] {
  return local.flatMap((item) => {
    const entry = v.safeParse(QueueEntry, item);
    return entry.success ? [entry.output] : [];
  });
}

function isReordered(local: Queue, agreed: readonly string[], left: ReadonlySet<string>): boolean {
  const here = local.flatMap(({ id }) => (left.has(id) && agreed.includes(id) ? [id] : []));
  const before = agreed.filter((id) => here.includes(id));
  return here.some((id, index) => id !== before[index]);
}
