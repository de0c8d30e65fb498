import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Platform } from '#/model/platform.ts';
import type { Recording } from '../../scripts/record/recording.ts';
import { rememberedExtractor } from '../../scripts/setup/extractor/extractor.ts';
import { browserOf } from './browser-look.ts';
import { ensureCertificates } from './certificates.ts';
import { type Condition, type Context, type Knobs, type PlatformReplica, QUIET } from './context.ts';
import { facebook } from './facebook.ts';
import { instagram } from './instagram.ts';
import { ensureMedia, type MediaIndex } from './make-media.ts';
import { type RecordedAnswer, serveRecording } from './recorded.ts';
import { sendMedia } from './media.ts';
import { tiktok } from './tiktok.ts';
import { createTlsFront, type TlsFront } from './tls-front.ts';
import { twitter } from './twitter.ts';
import { youtube } from './youtube/youtube.ts';

const REPLICAS: Record<Platform, PlatformReplica> = { facebook, instagram, tiktok, twitter, youtube };

const canSolve = rememberedExtractor()?.jsChallenges ?? false;

/** Every link the replicas know, with what must come of it here. */
export const conditions: Condition[] = Object.entries(REPLICAS).flatMap(([platform, replica]) =>
  replica.conditions.map(({ withoutSolver, ...condition }) => ({
    ...condition,
    platform: platform as Platform,
    ...(withoutSolver && !canSolve && { expect: { code: withoutSolver } }),
  })),
);

export type LogEntry = {
  method: string;
  host: string;
  path: string;
  range: string | undefined;
  from: string;
  /** The address that an address of YouTube's media was made for. */
  madeFor: string | null;
  cookies: Record<string, string>;
};

export type Platforms = {
  tlsPort: number;
  httpPort: number;
  controlPort: number;
  /** The test authority alone, and together with the usual roots. */
  caFile: string;
  bundleFile: string;
  knobs: Knobs;
  log: LogEntry[];
  /** Pages that each address has asked for; one that is forgotten here may ask again. */
  asked: Map<string, number>;
  reset(): void;
  close(): Promise<void>;
};

const MAX_BODY_BYTES = 1024 * 1024;

export type PlatformsOptions = {
  tlsPort?: number;
  httpPort?: number;
  controlPort?: number;
  /** Answers of a platform as they were recorded, and nothing else. */
  recording?: Recording;
};

/**
 * Starts the five platforms on this machine: one TLS port and one plain one, told apart by host. The control port takes
 * `POST /knobs` with JSON, `POST /reset`, `GET /log` and `GET /conditions`.
 */
export async function startPlatforms({ recording, ...ports }: PlatformsOptions = {}): Promise<Platforms> {
  const index = ensureMedia();
  const { caFile, bundleFile, ...certificates } = ensureCertificates();
  const knobs: Knobs = { ...QUIET };
  const log: LogEntry[] = [];
  const asked = new Map<string, number>();
  const recorded = recording ? serveRecording(recording) : null;
  const reset = () => {
    Object.assign(knobs, QUIET);
    log.length = 0;
    asked.clear();
  };
  const answer: http.RequestListener = (req, res) => {
    handle(req, res, { tls, index, knobs, log, asked, recorded }).catch((error: unknown) => {
      // Whoever left in the middle of asking is no fault of it.
      if (!req.errored) console.error('A replica failed:', error);
      res.destroy();
    });
  };
  const tls = createTlsFront(certificates, answer);
  const [plain, controls] = [http.createServer(answer), http.createServer(control)];
  function control(req: http.IncomingMessage, res: http.ServerResponse): void {
    void readBody(req).then((body) => {
      if (req.url === '/knobs') Object.assign(knobs, JSON.parse(body));
      if (req.url === '/reset') reset();
      const answers: Record<string, unknown> = { '/log': log, '/conditions': conditions };
      res.setHeader('content-type', 'application/json').end(JSON.stringify(answers[req.url ?? ''] ?? knobs));
    });
  }
  const listen = async (server: http.Server, port = 0) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  return {
    tlsPort: await tls.listen(ports.tlsPort ?? 0),
    httpPort: await listen(plain, ports.httpPort),
    controlPort: await listen(controls, ports.controlPort),
    caFile,
    bundleFile,
    knobs,
    log,
    asked,
    reset,
    async close() {
      tls.close();
      for (const server of [plain, controls]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

/** Hosts of files; all else is pages. */
const FILE_HOSTS = /(?:googlevideo|ytimg|ggpht|twimg|fbcdn|cdninstagram|tiktokcdn|ttwstatic)/;

type Place = {
  tls: TlsFront;
  index: MediaIndex;
  knobs: Knobs;
  log: LogEntry[];
  asked: Map<string, number>;
  recorded: ReturnType<typeof serveRecording> | null;
};

async function handle(
  req: http.IncomingMessage,
  res: http.ServerResponse,
  { tls, index, knobs, log, asked, recorded }: Place,
): Promise<void> {
  const host = (req.headers.host ?? '').toLowerCase().replace(/:\d+$/, '');
  const url = new URL(req.url ?? '/', `https://${host}`);
  const from = req.socket.remoteAddress ?? '';
  const madeFor = host.endsWith('googlevideo.com') ? url.searchParams.get('ip') : null;
  const cookies = cookiesOf(req);
  log.push({ method: req.method ?? '', host, path: url.pathname, range: req.headers.range, from, madeFor, cookies });
  const isPage = !FILE_HOSTS.test(host);
  if (isPage) asked.set(from, (asked.get(from) ?? 0) + 1);
  const isTooMany = knobs.refuseAfter !== null && (asked.get(from) ?? 0) > knobs.refuseAfter;
  const isRefused = isPage && (isTooMany || isFrom(knobs.refusedFrom, from));
  const names = req.rawHeaders.filter((_, at) => at % 2 === 0);
  const browser = browserOf(tls.helloOf(req), names, req.headers['user-agent'] ?? '');
  const body = await readBody(req);
  if (knobs.latencyMs) await new Promise((resolve) => setTimeout(resolve, knobs.latencyMs));
  // Whoever has left meanwhile is sent nothing.
  if (res.destroyed) return;
  if (recorded) return sendRecorded(res, recorded({ method: req.method ?? 'GET', url, body }));
  const context = createContext(req, res, {
    url,
    host,
    body,
    browser,
    cookies,
    index,
    knobs,
    from,
    isRefused,
  });
  const { failNext } = knobs;
  if (failNext && failNext.count > 0 && host.includes(failNext.host)) {
    failNext.count--;
    return context.status(failNext.status);
  }
  const refusal = isPage ? (isRefused && !/youtube/.test(host) ? 429 : null) : mediaRefusal(from, knobs);
  if (refusal !== null) {
    if (refusal === 429 && knobs.retryAfterS !== null) sayRetryAfter(res, knobs.retryAfterS, knobs);
    return context.status(refusal);
  }
  if (isPage && isFrom(knobs.wall?.from, from)) return context.html(knobs.wall?.html ?? '');
  const replica = Object.values(REPLICAS).find(({ hosts }) => hosts.test(host));
  if (replica) replica.handle(context);
  else context.status(404);
}

function isFrom(beginnings: readonly string[] = [], address: string): boolean {
  return beginnings.some((beginning) => address.startsWith(beginning));
}

/** The status by which an address is refused a file; null: it is not. */
function mediaRefusal(from: string, { mediaRefusal: refusal }: Knobs): number | null {
  if (!refusal || !isFrom(refusal.from, from)) return null;
  const asked = (refusal.asked ??= new Map<string, number>());
  asked.set(from, (asked.get(from) ?? 0) + 1);
  return (asked.get(from) ?? 0) > refusal.after ? refusal.status : null;
}

function cookiesOf({ headers }: http.IncomingMessage): Record<string, string> {
  return Object.fromEntries((headers.cookie ?? '').split(/;\s*/).map((pair) => pair.split('=', 2) as [string, string]));
}

/** What was not recorded is not there. */
function sendRecorded(res: http.ServerResponse, answer: RecordedAnswer | null): void {
  if (!answer) return void res.writeHead(404).end();
  const { text, base64 = '' } = answer.body;
  for (const [name, value] of answer.headers) res.appendHeader(name, value);
  res.writeHead(answer.status).end(text ?? Buffer.from(base64, 'base64'));
}

function sayRetryAfter(res: http.ServerResponse, seconds: number, { retryAfterIsDate }: Knobs): void {
  if (!retryAfterIsDate) return void res.setHeader('retry-after', seconds);
  const now = Date.now() + 60 * 60_000;
  res.setHeader('date', new Date(now).toUTCString());
  res.setHeader('retry-after', new Date(now + seconds * 1000).toUTCString());
}

function createContext(
  req: http.IncomingMessage,
  res: http.ServerResponse,
  asked: Pick<Context, 'url' | 'host' | 'body' | 'browser' | 'cookies' | 'index' | 'knobs' | 'from' | 'isRefused'>,
): Context {
  const send = (status: number, type: string, text: string, headers = {}) => {
    res.writeHead(status, { 'content-type': type, ...headers }).end(req.method === 'HEAD' ? '' : text);
  };
  return {
    req,
    res,
    ...asked,
    html: (text, status = 200, headers = {}) => send(status, 'text/html; charset=utf-8', text, headers),
    json: (value, status = 200, headers = {}) =>
      send(status, 'application/json; charset=utf-8', JSON.stringify(value), headers),
    text: (text, type) => send(200, type, text),
    redirect: (to, status = 302) => void res.writeHead(status, { location: to }).end(),
    status: (code, text = '') => send(code, 'text/html', text || `<h1>${code}</h1>`),
    media: (file, options) => sendMedia(req, res, file, asked.knobs, options),
  };
}

async function readBody(req: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
