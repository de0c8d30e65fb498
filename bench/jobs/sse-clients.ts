import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { serveAsChild } from '../children.ts';
import { percentile } from '../table.ts';
import { downloadId, nowUs } from './sse-frames.ts';

/** What clients have seen since they were last told to forget. */
export type SseFigures = { frames: number; delayMs: { p50: number; p99: number } };

/** A server's queue of connections to accept is shorter than this many pages. */
const OPENED_AT_ONCE = 100;

if (import.meta.main) {
  let requests: ClientRequest[] = [];
  let delaysMs: number[] = [];

  await serveAsChild((req, res) => void control(req).then((answer) => res.end(JSON.stringify(answer))));

  /** `/open?port=…&count=…`, `/forget`, `/figures`, `/close`. */
  async function control(req: IncomingMessage): Promise<unknown> {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost');
    if (pathname === '/open') await openAll(Number(searchParams.get('port')), Number(searchParams.get('count')));
    if (pathname === '/forget') delaysMs = [];
    if (pathname === '/close') for (const request of requests.splice(0)) request.destroy();
    const delayMs = { p50: percentile(delaysMs, 0.5), p99: percentile(delaysMs, 0.99) };
    return { frames: delaysMs.length, delayMs } satisfies SseFigures;
  }

  async function openAll(port: number, count: number): Promise<void> {
    for (let n = 0; n < count; n += OPENED_AT_ONCE) {
      const wave = Array.from({ length: Math.min(OPENED_AT_ONCE, count - n) }, (_, i) => follow(port, n + i));
      requests = [...requests, ...(await Promise.all(wave))];
    }
  }

  /** One page that follows one download. Resolves when it is let in. */
  function follow(port: number, n: number): Promise<ClientRequest> {
    const { promise, resolve, reject } = Promise.withResolvers<ClientRequest>();
    const path = `/api/v1/downloads/events?ids=${downloadId(n)}`;
    const request = get({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      let rest = '';
      response.setEncoding('latin1').on('data', (chunk: string) => {
        const frames = (rest + chunk).split('\n\n');
        rest = frames.pop() ?? '';
        for (const frame of frames) note(frame);
      });
      response.on('error', () => {});
      resolve(request);
    });
    request.on('error', reject);
    return promise;
  }

  function note(frame: string): void {
    const sentUs = /"receivedBytes":(\d+)/.exec(frame)?.[1];
    if (sentUs !== undefined) delaysMs.push((nowUs() - Number(sentUs)) / 1000);
  }
}
