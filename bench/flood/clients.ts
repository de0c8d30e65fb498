import { Agent, type IncomingMessage, request } from 'node:http';
import { ADDRESS_HEADER, VISITOR_HEADER } from '#/server/http/client.ts';
import { serveAsChild } from '../children.ts';
import { steadily } from '../jobs/steady.ts';
import { API_KEY, LIMIT } from './server.ts';
import { linkTo, type Visitor, visitorAt } from './visitors.ts';

/** What came of a flood: how long each refusal took, and answers that should not be. */
export type FloodFigures = { offeredPerS: number; refusalsMs: number[]; notRefused: number; withoutRetryAfter: number };

export const CLIENTS = 200;
/** Of each: a thousand a second in all. */
const PER_S = 5;
const NETWORK = 1;

type Ask = { method: 'GET' | 'HEAD' | 'POST'; path: string; headers?: Record<string, string>; body?: string };
type Answer = { status: number; retryAfter: string | undefined };
type Client = Visitor & { agent: Agent };

if (import.meta.main) {
  const clients = Array.from({ length: CLIENTS }, (_, n): Client => {
    const visitor = visitorAt(NETWORK, n);
    return { ...visitor, agent: new Agent({ keepAlive: true, localAddress: visitor.address }) };
  });

  await serveAsChild((req, res) => void control(req).then((answer) => res.end(JSON.stringify(answer))));

  /** `/use-up?port=…` and `/flood?port=…&ms=…` */
  async function control(req: IncomingMessage): Promise<unknown> {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost');
    const port = Number(searchParams.get('port'));
    if (pathname === '/flood') return flood(port, Number(searchParams.get('ms')));
    await Promise.all(clients.map((client) => useUp(client, port)));
    return null;
  }

  /** Until the server knows that each is over its limits. */
  async function useUp(client: Client, port: number): Promise<void> {
    for (let n = 0; n <= LIMIT; n++) {
      await send(client, port, { method: 'GET', path: linkTo('gone') });
      await send(client, port, resolveOf(client));
    }
  }

  async function flood(port: number, durationMs: number): Promise<FloodFigures> {
    const figures = { refusalsMs: [] as number[], notRefused: 0, withoutRetryAfter: 0 };
    const link = linkTo('gone');
    const running: Promise<void>[] = [];
    const beganMs = performance.now();
    await steadily(CLIENTS * PER_S, durationMs, (n) => {
      const client = clients[n % CLIENTS];
      if (client) running.push(askOnce(client, n / CLIENTS));
    });
    const offeredPerS = (running.length * 1000) / (performance.now() - beganMs);
    await Promise.all(running);
    return { ...figures, offeredPerS };

    async function askOnce(client: Client, turn: number): Promise<void> {
      const asks: Ask[] = [{ method: 'GET', path: link }, { method: 'HEAD', path: link }, resolveOf(client)];
      const sentMs = performance.now();
      const { status, retryAfter } = await send(client, port, asks[Math.floor(turn) % asks.length] as Ask);
      if (status !== 429) return void (figures.notRefused += 1);
      figures.refusalsMs.push(performance.now() - sentMs);
      if (!(Number(retryAfter) > 0)) figures.withoutRetryAfter += 1;
    }
  }
}

/** As the site asks for a visitor. */
function resolveOf({ id, address }: Visitor): Ask {
  const headers = {
    'api-key': API_KEY,
    'content-type': 'application/json',
    [VISITOR_HEADER]: id,
    [ADDRESS_HEADER]: address,
  };
  const body = JSON.stringify({ url: 'https://www.tiktok.com/@bench/video/1' });
  return { method: 'POST', path: '/api/v1/resolve', headers, body };
}

function send({ agent, cookie }: Client, port: number, { method, path, headers, body }: Ask): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const asking = request({ host: '127.0.0.1', port, method, path, agent, headers: { cookie, ...headers } }, (res) => {
    res.resume().on('end', () => resolve({ status: res.statusCode ?? 0, retryAfter: res.headers['retry-after'] }));
  });
  // A connection that was kept, and that the server closes at this very moment: it counts as an answer that should not be.
  asking.on('error', () => resolve({ status: 0, retryAfter: undefined }));
  asking.end(body);
  return promise;
}
