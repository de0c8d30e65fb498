import type { IncomingMessage, ServerResponse } from 'node:http';
import { allowances } from '#app.config';
import { createApi } from '#/server/http/index.ts';
import { progressEvent } from '#/server/store/events/download-events.ts';
import { childOptions, serveAsChild } from '../children.ts';
import { memoryInUse } from '../memory-in-use.ts';
import { cpuS } from '../usage.ts';
import type { Target } from './databases.ts';
import { openPlace, SECRET } from './place.ts';
import { downloadId, frameOf, nowUs } from './sse-frames.ts';
import { steadily } from './steady.ts';

/** `target`: of a whole server; null: only the frames, written to each connection as they fall due, as cheaply as Node does it. */
export type SseServerOptions = { target: Target | null };

/** Takes requests for events, and tells those who follow a download something new. */
type Source = { handle: (req: IncomingMessage, res: ServerResponse) => boolean; tell: (n: number) => void };

const FILE_BYTES = 1e16;
const BYTES_PER_S = 4_000_000;

async function createWhole(target: Target): Promise<Source> {
  const { store, bucket, jobs, controls, platform } = await openPlace(target);
  const { engine, transfer } = platform;
  const api = createApi({
    engine,
    transfer,
    store,
    bucket,
    jobs,
    controls,
    admins: { identity: null, users: async () => null },
    apiKey: SECRET,
    secret: SECRET,
    // All readers come from this machine.
    limits: { ...allowances, streams: { perOwner: 1e6, perNetwork: 1e6, inAll: 1e6 }, memoryBytes: Infinity },
    trustedHops: 0,
    reporter: { node: crypto.randomUUID(), own: () => [] },
    cobalt: { access: 'off', host: null, publicOrigin: null },
    graphql: { introspection: false },
    log: (line) => console.error(line),
  });
  return {
    handle: api.handleRaw,
    tell(n) {
      const id = downloadId(n);
      const progress = { id, state: 'preparing', received: nowUs(), total: FILE_BYTES } as const;
      void store.publish([progressEvent({ ...progress, speed: BYTES_PER_S, failure: null })]);
    },
  };
}

function createBare(): Source {
  const followers = new Map<string, ServerResponse>();
  return {
    handle(req, res) {
      const id = /[?&]ids=([\w-]+)/.exec(req.url ?? '')?.[1];
      if (id === undefined) return false;
      res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write('retry: 2000\n\n');
      followers.set(id, res);
      res.once('close', () => followers.delete(id));
      return true;
    },
    tell(n) {
      const id = downloadId(n);
      const received = { receivedBytes: nowUs(), totalBytes: FILE_BYTES, bytesPerS: BYTES_PER_S, leftS: 1_000 };
      followers.get(id)?.write(frameOf({ id, state: 'preparing', ...received, failure: null, file: null }));
    },
  };
}

if (import.meta.main) {
  const { target } = childOptions<SseServerOptions>();
  const { handle, tell } = target ? await createWhole(target) : createBare();

  await serveAsChild((req, res) => {
    if (!handle(req, res)) void control(req).then((answer) => res.end(JSON.stringify(answer)));
  });

  /** `/memory`, and `/publish?downloads=…&perS=…&ms=…`, which answers when it is over. */
  async function control(req: IncomingMessage): Promise<unknown> {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost');
    if (pathname === '/memory') return memoryInUse();
    const [downloads = 1, perS = 1, ms = 1] = ['downloads', 'perS', 'ms'].map((name) => Number(searchParams.get(name)));
    const before = cpuS(process.pid);
    const beganMs = performance.now();
    await steadily(perS, ms, (n) => tell(n % downloads));
    return { cpuPercent: ((cpuS(process.pid) - before) * 1e5) / (performance.now() - beganMs) };
  }
}
