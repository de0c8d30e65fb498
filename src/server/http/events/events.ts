import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { DownloadProgress, isRunning } from '#/model/download.ts';
import type { RequestAuthenticator } from '../authenticate.ts';
import { forbiddenAction } from '#/server/service/caller.ts';
import { sendProblem } from '../problem.ts';
import { isAnswered } from '../shutdown.ts';
import type { ProgressRegistry } from '#/server/service/progress/progress-registry.ts';
import type { Reader } from '#/server/service/progress/visible-progress.ts';

export const EVENTS_PATH = '/api/v1/downloads/events';

/** One page's downloads; more than it can start. */
const MAX_IDS = 60;
/** Proxies close what is silent for a minute. */
const HEARTBEAT_MS = 20_000;

const Ids = v.pipe(v.array(DownloadProgress.entries.id), v.minLength(1), v.maxLength(MAX_IDS));

type EventsPorts = { authenticator: Pick<RequestAuthenticator, 'ofRaw'>; progress: Pick<ProgressRegistry, 'follow'> };

/**
 * Server-sent events about the downloads named in `?ids=a,b`: their latest state at once, then each change. Who knows an id is told how
 * far its download is; the link to its file, whose key or cookie says that it is theirs.
 */
export async function serveEvents(
  req: IncomingMessage,
  res: ServerResponse,
  { authenticator, progress }: EventsPorts,
): Promise<void> {
  const { searchParams } = new URL(req.url ?? '/', 'http://localhost');
  const ids = v.safeParse(Ids, (searchParams.get('ids') ?? '').split(','));
  if (req.method !== 'GET')
    return sendProblem(res, { code: 'invalid_request' }, { status: 405, headers: { allow: 'GET' } });
  const caller = await authenticator.ofRaw(req);
  if (!caller.ok) return sendProblem(res, caller.failure);
  const forbidden = forbiddenAction(caller.value, 'read');
  if (forbidden) return sendProblem(res, forbidden);
  if (!ids.success) return sendProblem(res, { code: 'invalid_request' });
  sendEvents(res, [...new Set(ids.output)], progress, { reader: caller.value, isLasting: true });
}

type EventStream = {
  /** How soon a browser that lost the connection comes back. */
  retryMs: number;
  /** Begins to tell, by `write`, which does nothing once the answer has ended. Returns how to stop. */
  start: (write: (text: string) => void) => () => void;
};

/** Answers with server-sent events until the reader leaves or the answer ends. For a reader who has left already nothing is begun. */
export function openEvents(res: ServerResponse, { retryMs, start }: EventStream): void {
  // Who it is was looked up before: a connection that went meanwhile has told so by then, and does not again.
  if (isAnswered(res)) return;
  res.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  const write = (text: string): void => {
    if (!res.writableEnded) res.write(text);
  };
  write(`retry: ${retryMs}\n\n`);
  const stop = start(write);
  const heartbeat = setInterval(() => write(':\n\n'), HEARTBEAT_MS);
  res.once('close', () => {
    stop();
    clearInterval(heartbeat);
  });
}

/** An event as it is sent, but for the empty line that ends it. */
export function eventText(progress: object): string {
  return `event: progress\ndata: ${JSON.stringify(progress)}`;
}

type EventsOptions = {
  reader: Reader;
  /** Goes on when all has been told, since downloads of these ids may begin later. */
  isLasting: boolean;
};

/** Server-sent events about downloads, until the reader leaves, or its key or session has ended. */
export function sendEvents(
  res: ServerResponse,
  ids: readonly string[],
  registry: Pick<ProgressRegistry, 'follow'>,
  { reader, isLasting }: EventsOptions,
): void {
  const start: EventStream['start'] = (write) => {
    const skipped = new Map<string, DownloadProgress>();
    const send = (progress: DownloadProgress): void => {
      skipped.delete(progress.id);
      write(`${eventText(progress)}\n\n`);
    };
    // A reader that lags misses frames on the way, never the latest.
    res.on('drain', () => {
      for (const progress of skipped.values()) send(progress);
    });
    return registry.follow(ids, reader, {
      onProgress(progress) {
        if (res.writableNeedDrain && isRunning(progress.state)) skipped.set(progress.id, progress);
        else send(progress);
        if (!isLasting && !isRunning(progress.state)) res.end();
      },
      // Who may come back does, and is looked at anew.
      onEnd: () => void res.end(),
    });
  };
  openEvents(res, { retryMs: 2000, start });
}
