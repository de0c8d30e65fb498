import * as v from 'valibot';
import type { DownloadProgress, Resolved } from '#/model/download.ts';
import type { Failure, FailureCode, Result } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';
import { fileNames } from './choices.ts';
import { resolveLink } from './download.functions.ts';
import { nameQuery, withQuery } from './link-query.ts';
import type { Mode } from './mode.ts';
import { probeLink } from './probe-link.ts';
import { followDownloads } from './progress-stream.ts';
import { type Download, openDownloads, overallProgress, Queue, type QueueEvent, reduceQueue } from './queue.ts';
import { QUEUE_STORAGE_KEY, signalQueue } from './queue-signal.ts';
import { recall, remember } from './remember.ts';
import { saveLink } from './save-link.ts';

/**
 * The queue of this page: one for all its parts, kept in the browser's storage, following its downloads through server-sent events.
 * It exists in the browser only; what the server renders is given to `useQueue` as its snapshot.
 */

/** Links read at once: the server has few workers, and a browser few connections. */
const CONCURRENT_RESOLVES = 3;
/** Browsers take several downloads of one page only one after another. */
const DOWNLOAD_GAP_MS = 700;
/** A download nobody reports on after this long never began. */
const UNKNOWN_AFTER_MS = 15_000;

let queue: Queue = [];
let nextDownloadAt = 0;
let restored = false;
const listeners = new Set<() => void>();

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function snapshot(): Queue {
  return queue;
}

function announce(): void {
  signalQueue({ count: queue.length, share: overallProgress(queue) });
  for (const listener of listeners) listener();
}

function dispatch(event: QueueEvent): void {
  queue = reduceQueue(queue, event);
  save();
  announce();
  if (event.type !== 'progressed') readNext();
  follow();
}

type Wanted = {
  quality?: number | null;
  /** Answers that came with the page. */
  known?: ReadonlyMap<string, Result<Resolved>>;
};

/** Puts links into the queue, newest first. */
export function addLinks(
  links: readonly { link: string; platform: Platform | null }[],
  mode: Mode,
  { quality = null, known = new Map() }: Wanted = {},
): void {
  const items = links.map(({ link, platform }) => ({ id: crypto.randomUUID(), link, platform, mode, quality }));
  queue = reduceQueue(queue, { type: 'added', items });
  for (const { id, link } of queue) {
    const answer = known.get(link);
    if (!answer) continue;
    queue = reduceQueue(
      queue,
      answer.ok ? { type: 'resolved', id, resolved: answer.value } : { type: 'failed', id, failure: answer.failure },
    );
  }
  save();
  announce();
  readNext();
}

/** Whether the queue of this browser has taken over from what came with the page. */
export function isRestored(): boolean {
  return restored;
}

/** Brings back what an earlier page left, once. To be called after hydration. */
export function restoreQueue(): void {
  if (restored) return;
  restored = true;
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), Queue), recall(QUEUE_STORAGE_KEY));
  if (stored.success) dispatch({ type: 'restored', items: stored.output, now: Date.now() });
}

export const retry = (id: string) => dispatch({ type: 'retried', id });
export const remove = (id: string) => dispatch({ type: 'removed', id });
export const clearFinished = () => dispatch({ type: 'cleared' });

export function retryAllFailed(): void {
  for (const { id, state } of queue) if (state === 'failed') retry(id);
}

/**
 * Starts a download: asks first whether the file is there, so that a failure is explained instead of shown as a broken page; then the
 * browser takes it, and its progress comes as events.
 */
export async function startDownload(itemId: string, download: Download): Promise<void> {
  const link = queue.find(({ id }) => id === itemId)?.resolved?.links[download.formatId];
  if (!link) return;
  const downloadId = crypto.randomUUID();
  const wait = Math.max(0, nextDownloadAt - Date.now());
  nextDownloadAt = Date.now() + wait + DOWNLOAD_GAP_MS;
  dispatch({ type: 'transferring', id: itemId, downloadId, download, at: Date.now() });
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  const query = { ...download.query, ...nameQuery(fileNames.read()) };
  const probed = await probeLink(withQuery(link, query));
  if (!probed.ok) return dispatch({ type: 'progressed', progress: ended(downloadId, 'failed', probed.failure) });
  saveLink(withQuery(link, { ...query, d: downloadId }));
  setTimeout(() => giveUpOn(downloadId), UNKNOWN_AFTER_MS);
}

function giveUpOn(downloadId: string): void {
  const transfer = queue.flatMap(({ transfers }) => transfers[downloadId] ?? [])[0];
  if (transfer && !transfer.progress) dispatch({ type: 'progressed', progress: ended(downloadId, 'cancelled') });
}

function ended(id: string, state: 'failed' | 'cancelled', failure: Failure | null = null): DownloadProgress {
  return { id, state, receivedBytes: 0, totalBytes: null, bytesPerS: 0, leftS: null, failure, file: null };
}

function readNext(): void {
  const reading = queue.filter(({ state }) => state === 'resolving').length;
  // The oldest waits longest.
  const waiting = queue.filter(({ state }) => state === 'waiting').toReversed();
  for (const item of waiting.slice(0, Math.max(0, CONCURRENT_RESOLVES - reading))) {
    queue = reduceQueue(queue, { type: 'started', id: item.id });
    void read(item.id, item.link);
  }
  announce();
}

async function read(id: string, link: string): Promise<void> {
  const answer = await resolveLink({ data: { url: link } }).catch((): Result<Resolved> => {
    const code: FailureCode = navigator.onLine ? 'internal' : 'offline';
    return { ok: false, failure: { code } };
  });
  dispatch(
    answer.ok ? { type: 'resolved', id, resolved: answer.value } : { type: 'failed', id, failure: answer.failure },
  );
}

function follow(): void {
  if (!followDownloads(openDownloads(queue), (progress) => dispatch({ type: 'progressed', progress }))) return;
  const unknown = queue.flatMap(({ transfers }) => Object.entries(transfers)).filter(([, { progress }]) => !progress);
  for (const [id, { startedAt }] of unknown) {
    if (Date.now() - startedAt > UNKNOWN_AFTER_MS) setTimeout(() => giveUpOn(id), UNKNOWN_AFTER_MS);
  }
}

function save(): void {
  remember(QUEUE_STORAGE_KEY, JSON.stringify(queue));
}
