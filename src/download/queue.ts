import * as v from 'valibot';
import { DownloadProgress, Resolved } from '#/model/download.ts';
import { Failure } from '#/model/failure.ts';
import { Platform } from '#/model/platform-schema.ts';
import { MODES } from './mode.ts';

/** One file on its way to the visitor, by the id that its progress goes by. */
export const Transfer = v.object({
  formatId: v.string(),
  /** What is being fetched, in one breath: `MP4 · 1080p · 48.3 MB`. */
  summary: v.string(),
  /** What of it is fetched, where that is not the whole: a clip, entries of an archive. */
  query: v.optional(v.record(v.string(), v.string()), {}),
  progress: v.nullable(DownloadProgress),
  startedAt: v.number(),
});
export type Transfer = v.InferOutput<typeof Transfer>;

/** A visitor's link on its way from pasted to done. */
export const QueueItem = v.object({
  id: v.string(),
  link: v.string(),
  platform: v.nullable(Platform),
  mode: v.picklist(MODES),
  /** Height in pixels that was asked for; null: the best that plays everywhere. */
  quality: v.optional(v.nullable(v.number()), null),
  state: v.picklist(['waiting', 'resolving', 'ready', 'failed']),
  /** What an earlier version of this page left counts as not read. */
  resolved: v.fallback(v.nullable(Resolved), null),
  failure: v.nullable(Failure),
  /** By download id. */
  transfers: v.record(v.string(), Transfer),
});
export type QueueItem = v.InferOutput<typeof QueueItem>;

export const Queue = v.array(QueueItem);
export type Queue = v.InferOutput<typeof Queue>;

/** What is known of an item when it is added. */
export type NewItem = Pick<QueueItem, 'id' | 'link' | 'platform' | 'mode'> & { quality?: number | null };

/** A file to be fetched, or a part of one. */
export type Download = Pick<Transfer, 'formatId' | 'summary' | 'query'>;

export type QueueEvent =
  | { type: 'added'; items: NewItem[] }
  | { type: 'started'; id: string }
  | { type: 'resolved'; id: string; resolved: Resolved }
  | { type: 'failed'; id: string; failure: Failure }
  | { type: 'retried'; id: string }
  | { type: 'removed'; id: string }
  | { type: 'cleared' }
  | { type: 'transferring'; id: string; downloadId: string; download: Download; at: number }
  | { type: 'progressed'; progress: DownloadProgress }
  | { type: 'restored'; items: Queue; now: number };

/** Entries kept; the oldest finished ones go first. */
const MAX_ITEMS = 100;

/** The queue after an event. Newest first; a link that is there already is not added twice. */
export function reduceQueue(queue: Queue, event: QueueEvent): Queue {
  switch (event.type) {
    case 'added': {
      const known = new Set(queue.map(({ link }) => link));
      const fresh = event.items.filter(({ link }) => !known.has(link));
      const items = fresh.map((item): QueueItem => ({
        ...item,
        quality: item.quality ?? null,
        state: 'waiting',
        resolved: null,
        failure: null,
        transfers: {},
      }));
      return [...items, ...queue].slice(0, MAX_ITEMS);
    }
    case 'started':
      return change(queue, event.id, { state: 'resolving', failure: null });
    case 'resolved':
      return change(queue, event.id, { state: 'ready', resolved: event.resolved, failure: null });
    case 'failed':
      return change(queue, event.id, { state: 'failed', failure: event.failure });
    case 'retried':
      return change(queue, event.id, { state: 'waiting', failure: null });
    case 'removed':
      return queue.filter(({ id }) => id !== event.id);
    case 'cleared':
      return queue.filter((item) => !isFinished(item));
    case 'transferring': {
      const { id, downloadId, download, at } = event;
      const { formatId, summary, query } = download;
      const transfer: Transfer = { formatId, summary, query, progress: null, startedAt: at };
      return queue.map((item) =>
        item.id === id ? { ...item, transfers: { ...item.transfers, [downloadId]: transfer } } : item,
      );
    }
    case 'progressed':
      return queue.map((item) => {
        const transfer = item.transfers[event.progress.id];
        if (!transfer) return item;
        return {
          ...item,
          transfers: { ...item.transfers, [event.progress.id]: { ...transfer, progress: event.progress } },
        };
      });
    case 'restored': {
      const here = new Set(queue.map(({ link }) => link));
      return [...queue, ...event.items.filter(({ link }) => !here.has(link)).map((item) => revive(item, event.now))];
    }
  }
}

/** What was being read when the page went is read again, and so is what has expired since. */
function revive(item: QueueItem, now: number): QueueItem {
  const expired = item.resolved && Date.parse(item.resolved.expiresAt) <= now;
  const again = item.state === 'resolving' || expired || (item.state === 'ready' && !item.resolved);
  return again ? { ...item, state: 'waiting', resolved: null } : item;
}

function change(queue: Queue, id: string, what: Partial<QueueItem>): Queue {
  return queue.map((item) => (item.id === id ? { ...item, ...what } : item));
}

export function isFinished({ state, transfers }: QueueItem): boolean {
  if (state === 'failed') return true;
  const all = Object.values(transfers);
  return (
    state === 'ready' && all.length > 0 && all.every(({ progress }) => progress && progress.state !== 'transferring')
  );
}

/** Ids of downloads whose end is not known yet. */
export function openDownloads(queue: Queue): string[] {
  return queue.flatMap(({ transfers }) =>
    Object.entries(transfers)
      .filter(([, { progress }]) => !progress || progress.state === 'transferring')
      .map(([id]) => id),
  );
}

/** How far all running downloads are together, between 0 and 1; null when none runs. */
export function overallProgress(queue: Queue): number | null {
  const running = queue
    .flatMap(({ transfers }) => Object.values(transfers))
    .flatMap(({ progress }) => (progress?.state === 'transferring' && progress.totalBytes ? [progress] : []));
  const total = running.reduce((sum, { totalBytes }) => sum + (totalBytes ?? 0), 0);
  return total === 0 ? null : running.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0) / total;
}
