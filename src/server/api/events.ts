import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { DownloadProgress, isRunning } from '#/model/download.ts';
import { sendProblem } from './problem.ts';
import type { ProgressBook } from './progress/progress-book.ts';

export const EVENTS_PATH = '/api/v1/downloads/events';

/** One page's downloads; more than it can start. */
const MAX_IDS = 60;
/** Proxies close what is silent for a minute. */
const HEARTBEAT_MS = 20_000;

const Ids = v.pipe(v.array(DownloadProgress.entries.id), v.minLength(1), v.maxLength(MAX_IDS));

/** Server-sent events about the downloads named in `?ids=a,b`: their latest state at once, then each change. */
export function serveEvents(req: IncomingMessage, res: ServerResponse, book: Pick<ProgressBook, 'follow'>): void {
  const { searchParams } = new URL(req.url ?? '/', 'http://localhost');
  const ids = v.safeParse(Ids, (searchParams.get('ids') ?? '').split(','));
  if (req.method !== 'GET')
    return sendProblem(res, { code: 'invalid_request' }, { status: 405, headers: { allow: 'GET' } });
  if (!ids.success) return sendProblem(res, { code: 'invalid_request' });
  res.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  res.write('retry: 2000\n\n');
  const skipped = new Map<string, DownloadProgress>();
  const send = (progress: DownloadProgress): void => {
    skipped.delete(progress.id);
    res.write(`event: progress\ndata: ${JSON.stringify(progress)}\n\n`);
  };
  // A reader that lags misses frames on the way, never the latest.
  res.on('drain', () => {
    for (const progress of skipped.values()) send(progress);
  });
  const stop = book.follow([...new Set(ids.output)], (progress) => {
    if (res.writableNeedDrain && isRunning(progress.state)) skipped.set(progress.id, progress);
    else send(progress);
  });
  const heartbeat = setInterval(() => res.write(':\n\n'), HEARTBEAT_MS);
  res.once('close', () => {
    stop();
    clearInterval(heartbeat);
  });
}
