import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { DownloadProgress } from '#/model/download.ts';
import { sendProblem } from './problem.ts';
import type { ProgressBook } from './progress.ts';

export const EVENTS_PATH = '/api/v1/downloads/events';

/** One page's downloads; more than it can start. */
const MAX_IDS = 60;
/** Proxies close what is silent for a minute. */
const HEARTBEAT_MS = 20_000;

const Ids = v.pipe(v.array(DownloadProgress.entries.id), v.minLength(1), v.maxLength(MAX_IDS));

/** Server-sent events about the downloads named in `?ids=a,b`: their latest state at once, then each change. */
export function serveEvents(req: IncomingMessage, res: ServerResponse, book: ProgressBook): void {
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
  const stop = book.follow(ids.output, (progress) => {
    // A reader that lags misses frames on the way, never the last.
    if (res.writableNeedDrain && progress.state === 'transferring') return;
    res.write(`event: progress\ndata: ${JSON.stringify(progress)}\n\n`);
  });
  const heartbeat = setInterval(() => res.write(':\n\n'), HEARTBEAT_MS);
  res.once('close', () => {
    stop();
    clearInterval(heartbeat);
  });
}
