import {
  type DownloadProgress,
  type DownloadRecord,
  type KeepRequest,
  ORDER_PARAMETER,
  type Resolved,
} from '#/model/download.ts';
import { fail, type Failure, type Result } from '#/model/failure.ts';
import { sleep } from '#/site/browser/timeouts.ts';
import type { LinkQuery } from '../formats/link-query.ts';
import { addressOf, withQuery } from '../formats/link-query.ts';
import type { Queue, QueueItem } from './queue-item.ts';
import { allTransfers, followedDownloads, type QueueEvent } from './queue.ts';
import { nextStep, wakeAt } from './scheduler.ts';
import { type Download, refused, type Transfer, UNKNOWN_AFTER_MS } from '../transfers/transfer-state.ts';
import type { Place } from '../transfers/download-link.ts';

/** What the worker asks of the browser and the server. Whatever is expected to go wrong is an answer. */
export type WorkerPorts = {
  resolve(link: string): Promise<Result<Resolved>>;
  /**
   * Whether a download link works; the server then holds a place for the download of this id.
   */
  probe(href: string, downloadId: string): Promise<Result<Place>>;
  /** Has the browser take the file. */
  save(href: string): void;
  /** However often an order is sent, one file is made of it. */
  keep(request: KeepRequest, orderId: string): Promise<Result<DownloadRecord>>;
  cancel(downloadId: string): void;
  follow(downloadIds: readonly string[]): void;
  /** What is downloaded of an item that begins by itself. */
  recommend(item: QueueItem): readonly Download[];
  /** How files are to be named, as the visitor chose. */
  nameQuery(): LinkQuery;
};

type Shared = {
  queue: () => Queue;
  dispatch: (event: QueueEvent) => void;
  /** Files that may be on their way at once. */
  transferLimit: () => number;
  onIdle: () => void;
};

/** One try at a transfer. */
type Try = Pick<Transfer, 'orderId'> & { transferId: string; downloadId: string };

type QueueWorker = {
  /** Does what there is to do. To be called after every change while this tab leads. */
  run(): void;
  /** This tab leads no more. */
  rest(): void;
  /** Does what has become due, where the clock that tells of it has stood still: the machine may have slept. */
  look(): void;
  isIdle(): boolean;
  onProgress(progress: DownloadProgress): void;
  onUnknown(downloadId: string): void;
  onReconnected(): void;
};

/** Browsers take several downloads of one page only one after another. */
const DOWNLOAD_GAP_MS = 700;
/** How soon after a machine's sleep what was due meanwhile is done: timers stand still in it, and go on with their old rest. */
const MAX_TIMER_MS = 30_000;

/** Works on the queue, in the one tab that leads: reads links, begins files, listens to what becomes of them, waits where told to. */
export function createQueueWorker(ports: WorkerPorts, { queue, dispatch, transferLimit, onIdle }: Shared): QueueWorker {
  let isRunning = false;
  let pending = 0;
  let nextSaveAt = 0;
  let alarm: ReturnType<typeof setTimeout> | undefined;
  /** When something becomes due; null: nothing does, or another tab leads. */
  let dueAt: number | null = null;
  /** Tries of this tab that the server cannot know of yet. */
  const beginning = new Set<string>();

  function run(): void {
    // What is done here changes the queue, which leads here again.
    if (isRunning) return;
    isRunning = true;
    let step = nextStep(queue(), allowed());
    while (step) {
      if (step.type === 'outdate') dispatch({ type: 'outdated', id: step.item.id });
      else if (step.type === 'take') take(step.item);
      else if (step.type === 'feed') feed(step.item, step.link);
      else void busy(step.type === 'read' ? read(step.item) : begin(step.item, step.transferId, step.transfer));
      step = nextStep(queue(), allowed());
    }
    isRunning = false;
    ports.follow(followedDownloads(queue()));
    dueAt = wakeAt(queue(), Date.now());
    look();
  }

  function look(): void {
    clearTimeout(alarm);
    if (dueAt === null) return;
    const leftMs = dueAt - Date.now();
    if (leftMs > 0) alarm = setTimeout(look, Math.min(leftMs, MAX_TIMER_MS));
    else dispatch({ type: 'woken', at: Date.now() });
  }

  const allowed = () => ({ now: Date.now(), transfers: transferLimit() });

  function take(item: QueueItem): void {
    // A link that offers nothing has nothing to begin.
    dispatch({ type: 'auto', ids: [item.id], isAuto: false });
    for (const download of ports.recommend(item)) {
      dispatch({ type: 'wanted', id: item.id, transferId: crypto.randomUUID(), download, at: Date.now() });
    }
  }

  function feed({ id, link: list, platform, mode, run }: QueueItem, link: string): void {
    const quality = run?.quality ?? null;
    const entry = { id: crypto.randomUUID(), link, platform, mode, quality, isAuto: true, runOf: list };
    dispatch({ type: 'fed', id, items: [entry] });
  }

  async function busy(work: Promise<void>): Promise<void> {
    pending++;
    await work.finally(() => pending--);
    onIdle();
  }

  async function read({ id, link }: QueueItem): Promise<void> {
    dispatch({ type: 'started', id });
    const answer = await ports.resolve(link);
    if (answer.ok) dispatch({ type: 'resolved', id, resolved: answer.value });
    else dispatch({ type: 'failed', id, failure: answer.failure, at: Date.now() });
  }

  async function begin(item: QueueItem, transferId: string, transfer: Transfer): Promise<void> {
    const downloadId = crypto.randomUUID();
    beginning.add(downloadId);
    dispatch({ type: 'transfer', transferId, what: { type: 'begun', downloadId, at: Date.now() } });
    const address = item.resolved && addressOf(item.resolved, transfer.formatId);
    const link = address?.link;
    const query = { ...address?.query, ...transfer.query, ...ports.nameQuery() };
    const { kept, orderId } = transfer;
    const wanted = { transferId, downloadId, orderId };
    if (kept && kept !== 'file') await keep(wanted, kept);
    else if (!link) refuse(downloadId, { code: 'format_gone' });
    else if (kept) await keep(wanted, { link: withQuery(link, query) });
    else await send(wanted, link, { ...query, [ORDER_PARAMETER]: orderId });
  }

  /** The browser takes the file; first it is asked whether there is one, so that a failure is explained instead of saved. */
  async function send({ transferId, downloadId }: Try, link: string, query: LinkQuery): Promise<void> {
    const delayMs = Math.max(0, nextSaveAt - Date.now());
    nextSaveAt = Date.now() + delayMs + DOWNLOAD_GAP_MS;
    if (delayMs > 0) await sleep(delayMs);
    const probed = isWanted(downloadId) ? await ports.probe(withQuery(link, query), downloadId) : fail('cancelled');
    if (!isWanted(downloadId)) return void beginning.delete(downloadId);
    if (!probed.ok) return refuse(downloadId, probed.failure);
    const { takenBy, fileName } = probed.value;
    if (takenBy !== null) {
      beginning.delete(downloadId);
      const what = { type: 'joined', downloadId: takenBy, at: Date.now() } as const;
      return dispatch({ type: 'transfer', transferId, what });
    }
    if (fileName !== null) dispatch({ type: 'transfer', transferId, what: { type: 'named', fileName } });
    ports.save(withQuery(link, { ...query, d: downloadId }));
    setTimeout(() => {
      beginning.delete(downloadId);
      if (find(downloadId)?.[1].progress === null) onUnknown(downloadId);
    }, UNKNOWN_AFTER_MS);
  }

  async function keep({ transferId, downloadId, orderId }: Try, request: KeepRequest): Promise<void> {
    const answer = await ports.keep(request, orderId);
    if (!answer.ok) return refuse(downloadId, answer.failure);
    beginning.delete(downloadId);
    const { id, state, receivedBytes, totalBytes, bytesPerS, leftS, failure, file } = answer.value;
    if (!isWanted(downloadId)) return ports.cancel(id);
    dispatch({ type: 'transfer', transferId, what: { type: 'begun', downloadId: id, at: Date.now() } });
    onProgress({ id, state, receivedBytes, totalBytes, bytesPerS, leftS, failure, file });
  }

  function refuse(downloadId: string, failure: Failure): void {
    beginning.delete(downloadId);
    onProgress(refused(downloadId, failure));
  }

  function find(downloadId: string): [id: string, transfer: Transfer] | undefined {
    return allTransfers(queue()).find(([, transfer]) => transfer.downloadId === downloadId);
  }

  /** Whether it is still to be begun: it may have been cancelled or removed meanwhile. */
  function isWanted(downloadId: string): boolean {
    const [, transfer] = find(downloadId) ?? [];
    return transfer !== undefined && !transfer.isStopped;
  }

  function onProgress(progress: DownloadProgress): void {
    dispatch({ type: 'progressed', progress, at: Date.now() });
  }

  function onUnknown(downloadId: string): void {
    const [transferId] = find(downloadId) ?? [];
    if (transferId === undefined || beginning.has(downloadId)) return;
    dispatch({ type: 'transfer', transferId, what: { type: 'lost' } });
  }

  return {
    run,
    look,
    rest() {
      clearTimeout(alarm);
      dueAt = null;
      ports.follow([]);
    },
    isIdle: () => pending === 0,
    onProgress,
    onUnknown,
    onReconnected: () => dispatch({ type: 'reconnected', at: Date.now() }),
  };
}
