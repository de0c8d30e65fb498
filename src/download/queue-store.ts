import * as v from 'valibot';
import { DownloadProgress, type Resolved } from '#/model/download.ts';
import { Failure, type FailureCode, type Result } from '#/model/failure.ts';
import type { Format } from '#/model/media.ts';
import type { Platform } from '#/model/platform.ts';
import { resolveLink } from './download.functions.ts';
import { formatSummary } from './format-label.ts';
import type { Mode } from './mode.ts';
import { openDownloads, overallProgress, Queue, type QueueEvent, reduceQueue } from './queue.ts';
import { QUEUE_STORAGE_KEY, signalQueue } from './queue-signal.ts';

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
let events: { ids: string; source: EventSource } | undefined;
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

/** Puts links into the queue, newest first. `known` are answers that came with the page. */
export function addLinks(
  links: readonly { link: string; platform: Platform | null }[],
  mode: Mode,
  known: ReadonlyMap<string, Result<Resolved>> = new Map(),
): void {
  const items = links.map(({ link, platform }) => ({ id: crypto.randomUUID(), link, platform, mode }));
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
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), Queue), localStorage.getItem(QUEUE_STORAGE_KEY));
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
export async function startDownload(itemId: string, format: Format): Promise<void> {
  const link = queue.find(({ id }) => id === itemId)?.resolved?.links[format.id];
  if (!link) return;
  const downloadId = crypto.randomUUID();
  const wait = Math.max(0, nextDownloadAt - Date.now());
  nextDownloadAt = Date.now() + wait + DOWNLOAD_GAP_MS;
  dispatch({
    type: 'transferring',
    id: itemId,
    downloadId,
    formatId: format.id,
    summary: formatSummary(format),
    at: Date.now(),
  });
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  const failure = await probe(link);
  if (failure) return dispatch({ type: 'progressed', progress: ended(downloadId, 'failed', failure) });
  const anchor = Object.assign(document.createElement('a'), { href: `${link}?d=${downloadId}`, download: '' });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => giveUpOn(downloadId), UNKNOWN_AFTER_MS);
}

async function probe(link: string): Promise<Failure | undefined> {
  try {
    const response = await fetch(link, { method: 'HEAD' });
    if (response.ok) return undefined;
    // A HEAD has no body: a request for one byte tells what is wrong.
    const told = await fetch(link, { headers: { range: 'bytes=0-0' } });
    const parsed = v.safeParse(Failure, await told.json());
    return parsed.success ? parsed.output : { code: 'internal' };
  } catch (error) {
    if (error instanceof TypeError) return { code: 'offline' };
    if (error instanceof SyntaxError) return { code: 'internal' };
    throw error;
  }
}

function giveUpOn(downloadId: string): void {
  const transfer = queue.flatMap(({ transfers }) => transfers[downloadId] ?? [])[0];
  if (transfer && !transfer.progress) dispatch({ type: 'progressed', progress: ended(downloadId, 'cancelled') });
}

function ended(id: string, state: 'failed' | 'cancelled', failure: Failure | null = null): DownloadProgress {
  return { id, state, receivedBytes: 0, totalBytes: null, bytesPerS: 0, failure };
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

/** One stream for all open downloads; it is opened anew when they change. */
function follow(): void {
  const ids = openDownloads(queue).toSorted().join(',');
  if (ids === (events?.ids ?? '')) return;
  events?.source.close();
  events = undefined;
  if (!ids) return;
  const source = new EventSource(`/api/v1/downloads/events?ids=${ids}`);
  source.addEventListener('progress', ({ data }: MessageEvent<string>) => {
    const parsed = v.safeParse(DownloadProgress, JSON.parse(data));
    if (parsed.success) dispatch({ type: 'progressed', progress: parsed.output });
  });
  events = { ids, source };
  const unknown = queue.flatMap(({ transfers }) => Object.entries(transfers)).filter(([, { progress }]) => !progress);
  for (const [id, { startedAt }] of unknown) {
    if (Date.now() - startedAt > UNKNOWN_AFTER_MS) setTimeout(() => giveUpOn(id), UNKNOWN_AFTER_MS);
  }
}

function save(): void {
  try {
    localStorage.setItem(QUEUE_STORAGE_KEY, JSON.stringify(queue));
  } catch (error) {
    // Storage that is full or switched off: the queue then lasts as long as the page.
    if (!(error instanceof DOMException)) throw error;
  }
}
