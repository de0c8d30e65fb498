import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { openTracing } from './tracing.ts';
import { createRequestWatch } from './watch-requests.ts';

let close = (): void => {};
afterEach(() => close());

async function serve(answer: (log: (message: string) => void) => RequestListener) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ format: 'json', level: 'debug', write: (line) => lines.push(JSON.parse(line)) });
  const metrics = createMetrics({ watchesProcess: false });
  const watch = createRequestWatch({ log, metrics, tracing: await openTracing(undefined), clientOf: () => 'hash' });
  const listener = answer((message) => log('warn', message));
  const server = createServer((req, res) => {
    watch(req, res);
    listener(req, res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, lines, metrics };
}

const ended = (lines: Record<string, unknown>[]) => lines.filter(({ message }) => message === 'request');

test('a request is told at its end, by the kind of its route and without what was asked for', async () => {
  const { origin, lines, metrics } = await serve(() => (_, res) => void res.writeHead(404).end());
  const response = await fetch(`${origin}/api/v1/downloads/secret-id?u=https://x.com/secret`);
  await expect.poll(() => ended(lines)).toHaveLength(1);
  const [line] = ended(lines);
  expect(line).toMatchObject({ level: 'info', route: 'api.downloads', method: 'GET', status: 404, client: 'hash' });
  expect(line?.['requestId']).toBe(response.headers.get('x-request-id'));
  expect(JSON.stringify(lines)).not.toContain('secret');
  const { body } = await metrics.text();
  expect(body).toContain('clipferry_http_requests_total{route="api.downloads",method="GET",status="404"} 1');
  expect(body).toContain('clipferry_http_request_duration_seconds_count{route="api.downloads"} 1');
});

test('an id that a proxy gives is kept, and anything else is replaced', async () => {
  const { origin } = await serve(() => (_, res) => void res.end());
  const idFor = async (id: string) =>
    (await fetch(origin, { headers: { 'x-request-id': id } })).headers.get('x-request-id');
  expect(await idFor('proxy-1234')).toBe('proxy-1234');
  for (const odd of ['short', 'x'.repeat(65), 'a b c d e f g']) expect(await idFor(odd)).toMatch(/^[0-9a-f-]{36}$/);
});

test('lines that a request causes have its id, also when others come at the same time by one connection', async () => {
  const { origin, lines } = await serve((log) => async (req, res) => {
    await sleep(Number(req.headers['x-wait']));
    log(`of ${req.headers['x-request-id']}`);
    res.end();
  });
  const waits = [30, 10, 20, 0];
  await Promise.all(
    waits.map((wait, n) => fetch(origin, { headers: { 'x-request-id': `request-${n}`, 'x-wait': `${wait}` } })),
  );
  await fetch(origin, { headers: { 'x-request-id': 'request-4', 'x-wait': '0' } });
  const own = lines.filter(({ message }) => String(message).startsWith('of '));
  expect(own).toHaveLength(5);
  for (const { message, requestId } of own) expect(message).toBe(`of ${String(requestId)}`);
});

test('a visitor who leaves before the answer is told as 499, and trouble of ours as a warning', async () => {
  const { origin, lines } = await serve(() => (req, res) => {
    if (req.url === '/broken') res.writeHead(500).end();
  });
  const asked = get(origin).on('error', () => {});
  await once(asked, 'socket');
  await sleep(50);
  asked.destroy();
  await expect.poll(() => ended(lines)[0]).toMatchObject({ status: 499, isWhole: false });
  await fetch(`${origin}/broken`);
  await expect.poll(() => ended(lines)[1]).toMatchObject({ status: 500, level: 'warn' });
});

test('methods and paths that visitors make up are no values of labels', async () => {
  const { origin, metrics } = await serve(() => (_, res) => void res.end());
  const [response]: IncomingMessage[] = await once(get(`${origin}/made-up`, { method: 'PROPFIND' }), 'response');
  response?.resume();
  await expect.poll(async () => (await metrics.text()).body).toContain('method="other"');
  expect((await metrics.text()).body).not.toMatch(/made-up|PROPFIND/);
});
